/** The functions for tools: their types, the method behind them, what people see of them, and what running them does. */
import { block, shape } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional, rest } from "../parameter.ts";
import { choice, fieldName, name, remark, text } from "../value-parameters.ts";
import { templateProblems } from "./template-problems.ts";

const family = "Tools";

const toolExample = `
export const SearchParams = Type("SearchParams", () => {
  Attribute("query", String, "Search phrase");
  Attribute("limit", Int, "Max results", () => {
    Default(5);
  });
  Required("query");
});

export const docs = Toolset("docs", () => {
  Tool("search", "Search indexed documentation", () => {
    Args(SearchParams);
    Return(() => {
      Attribute("documents", ArrayOf(String), "Matched snippets");
      Required("documents");
    });
    CallHintTemplate("Searching for: {{ .Query }}");
    ResultHintTemplate("Found {{ count .Documents }} documents");
    ResultReminder("The user sees the documents beside the chat.");
    Effect("read");
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use(docs);
  });
});`;

const boundExample = `
export const desk = Service("desk", () => {
  Method("get", () => {
    Payload(() => {
      Attribute("session_id", String);
      Attribute("query", String);
      Required("session_id", "query");
    });
    Result(ArrayOf(String));
  });
  Agent("chat", () => {
    Use("data", () => {
      Tool("get_data", "Get data for current session", () => {
        BindTo("get");
        Inject("session_id");
        Idempotent();
      });
    });
  });
});`;

const controlExample = `
export const desk = Service("desk", () => {
  Agent("chat", () => {
    Use("control", () => {
      Tool("note", "Keep a note", () => {
        Bookkeeping();
      });
      Tool("hand_over", "Hand the conversation to a person", () => {
        TerminalRun();
      });
    });
  });
});`;

export const toolSpecs = {
  Tool: describeFunction({
    name: "Tool",
    family,
    contexts: ["Toolset", "Export", "Use", "Method"],
    parameters: [name(), optional(remark()), optional(block())],
    summary:
      "Declares a tool; in a Use or Export that refers to a toolset it names one of its tools; in a Method it offers the method over MCP.",
    problems: ["duplicate_name", "colliding_name", "unknown_tool", "tool_in_reference", "provider_incompatible_schema"],
    example: toolExample,
  }),
  Args: describeFunction({
    name: "Args",
    family,
    contexts: ["Tool"],
    parameters: [shape("type"), optional(remark()), optional(block())],
    summary: "Says what a call takes. A single value, such as String, travels as the one argument `value`.",
    byDefault: "The payload of the bound method, or nothing.",
    problems: ["declared_twice", "reserved_field"],
    example: toolExample,
  }),
  Return: describeFunction({
    name: "Return",
    family,
    contexts: ["Tool", "Completion"],
    parameters: [shape("type"), optional(remark()), optional(block())],
    summary: "Says what a call returns.",
    byDefault: "The result of the bound method, or nothing.",
    problems: ["declared_twice"],
    example: toolExample,
  }),
  BindTo: describeFunction({
    name: "BindTo",
    family,
    contexts: ["Tool"],
    parameters: [name("serviceOrMethod"), optional(name("method"), "a method of the service around")],
    summary: "Has a service method do the work. Names are found whatever their case and separators.",
    problems: ["unknown_service", "unknown_method", "missing_service", "declared_twice"],
    example: boundExample,
  }),
  Inject: describeFunction({
    name: "Inject",
    family,
    contexts: ["Tool"],
    parameters: [rest(fieldName("fields"))],
    summary: "Has the runtime fill required text fields of the arguments, which no model sees or sets.",
    problems: ["unknown_field", "inject_optional", "inject_not_text", "declared_twice"],
    example: boundExample,
  }),
  CallHintTemplate: describeFunction({
    name: "CallHintTemplate",
    family,
    contexts: ["Tool"],
    parameters: [text("template")],
    summary: "A line for people while a call runs; the template sees the arguments.",
    problems: templateProblems,
    example: toolExample,
  }),
  ResultHintTemplate: describeFunction({
    name: "ResultHintTemplate",
    family,
    contexts: ["Tool"],
    parameters: [text("template")],
    summary: "A line for people when a call is done; the template sees the result, and .Args, .Result and .Bounds.",
    problems: templateProblems,
    example: toolExample,
  }),
  ResultReminder: describeFunction({
    name: "ResultReminder",
    family,
    contexts: ["Tool"],
    parameters: [text("text")],
    summary: "Tells the model something after each result of the tool.",
    problems: ["declared_twice"],
    example: toolExample,
  }),
  Effect: describeFunction({
    name: "Effect",
    family,
    contexts: ["Tool"],
    parameters: [choice("effect", ["read", "idempotent", "once"])],
    summary: "Says what running the tool a second time would do: nothing, the same again, or something more.",
    byDefault: '"once": after a crash, a call that may have happened is never repeated.',
    problems: ["declared_twice"],
    example: toolExample,
  }),
  Idempotent: describeFunction({
    name: "Idempotent",
    family,
    contexts: ["Tool"],
    parameters: [],
    summary: 'Is Effect("idempotent").',
    problems: ["declared_twice"],
    example: boundExample,
  }),
  TerminalRun: describeFunction({
    name: "TerminalRun",
    family,
    contexts: ["Tool"],
    parameters: [],
    summary: "A successful call of the tool ends the run.",
    problems: ["declared_twice"],
    example: controlExample,
  }),
  Bookkeeping: describeFunction({
    name: "Bookkeeping",
    family,
    contexts: ["Tool"],
    parameters: [],
    summary: "Calls of the tool do not count against the cap on tool calls.",
    problems: ["declared_twice"],
    example: controlExample,
  }),
} as const;
