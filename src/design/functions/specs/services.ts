/** The functions for the API, its services and their methods, and for typed answers. */
import { block, shape } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional } from "../parameter.ts";
import { name, remark } from "../value-parameters.ts";

const family = "Services";

const example = `
export const api = API("assistant", () => {
  Title("Assistant");
  Version("1.0");
});

export const docs = Service("docs", () => {
  Description("Everything about documents");
  Method("search", () => {
    Payload(() => {
      Attribute("query", String);
      Required("query");
    });
    Result(ArrayOf(String));
  });
  Method("watch", () => {
    StreamingResult(String);
  });
});`;

export const serviceSpecs = {
  API: describeFunction({
    name: "API",
    family,
    contexts: [],
    usedIn: "the top level of a design",
    parameters: [name(), optional(block())],
    summary: "Names the design as a whole.",
    problems: ["declared_twice"],
    example,
  }),
  Service: describeFunction({
    name: "Service",
    family,
    contexts: [],
    usedIn: "the top level of a design",
    parameters: [name(), optional(block())],
    summary: "Declares a service: methods, agents, and what it offers over MCP.",
    problems: ["duplicate_name", "colliding_name"],
    example,
  }),
  Method: describeFunction({
    name: "Method",
    family,
    contexts: ["Service"],
    parameters: [name(), optional(block())],
    summary: "Declares a method of the service. Returns a reference for Passthrough.",
    problems: ["duplicate_name", "colliding_name"],
    example,
  }),
  Payload: describeFunction({
    name: "Payload",
    family,
    contexts: ["Method"],
    parameters: [shape("type"), optional(remark()), optional(block())],
    summary: "Says what the method takes.",
    byDefault: "Nothing.",
    problems: ["declared_twice"],
    example,
  }),
  Result: describeFunction({
    name: "Result",
    family,
    contexts: ["Method"],
    parameters: [shape("type"), optional(remark()), optional(block())],
    summary: "Says what the method returns.",
    byDefault: "Nothing.",
    problems: ["declared_twice"],
    example,
  }),
  StreamingResult: describeFunction({
    name: "StreamingResult",
    family,
    contexts: ["Method"],
    parameters: [shape("type"), optional(remark()), optional(block())],
    summary: "Says what the method sends, one by one.",
    byDefault: "Nothing is streamed.",
    problems: ["declared_twice"],
    example,
  }),
  Completion: describeFunction({
    name: "Completion",
    family,
    contexts: ["Service"],
    parameters: [name(), optional(remark()), block()],
    summary: "Declares a typed answer that a model is asked for directly, without a tool.",
    problems: ["missing_result", "duplicate_name", "colliding_name"],
    example: `
export const desk = Service("desk", () => {
  Completion("triage", "How urgent a message is", () => {
    Return(() => {
      Attribute("urgency", String, () => {
        Enum("low", "high");
      });
      Required("urgency");
    });
  });
});`,
  }),
} as const;
