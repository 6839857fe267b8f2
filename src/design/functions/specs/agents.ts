/** The functions for agents: what they use, what they export, and how exports are reached. */
import type { MethodHandle, ToolsetDeclaration, ToolsetReference } from "../../expressions/declarations.ts";
import { block, declared, either } from "../design-parameters.ts";
import { describeFunction } from "../function-spec.ts";
import { optional } from "../parameter.ts";
import { name, remark } from "../value-parameters.ts";

const family = "Agents";

const agentExample = `
export const docs = Toolset("docs", () => {
  Tool("search", "Search indexed documentation");
  Tool("publish", "Publish a page");
});

export const orchestrator = Service("orchestrator", () => {
  Agent("chat", "Conversational runner", () => {
    Use(docs, () => {
      Tool("search");
    });
    Use("helpers", () => {
      Tool("answer", "Answer a question");
    });
  });
});`;

const compositionExample = `
export const desk = Service("desk", () => {
  Agent("planner", "Makes plans", () => {
    Export("planning.tools", () => {
      Tool("create_plan", "Create a plan", () => {
        Args(() => {
          Attribute("goal", String, "Goal to plan for");
          Required("goal");
        });
      });
    });
  });
  Agent("front", "Talks to people", () => {
    Use(AgentToolset("desk", "planner", "planning.tools"));
  });
  Agent("back", "Works through a queue", () => {
    UseAgentToolset("desk", "planner", "planning.tools");
  });
});`;

const toolset = () => declared<ToolsetReference>("toolset", "a toolset", "toolset", "namedToolset", "agentToolset");

export const agentSpecs = {
  Agent: describeFunction({
    name: "Agent",
    family,
    contexts: ["Service"],
    parameters: [name(), optional(remark()), optional(block())],
    summary: "Declares an agent of the service.",
    problems: ["duplicate_name", "colliding_name", "agent_cycle"],
    example: agentExample,
  }),
  Use: describeFunction({
    name: "Use",
    family,
    contexts: ["Agent"],
    parameters: [
      either("toolset", toolset(), name("toolset")),
      optional(block(), "all tools of a toolset that is referred to"),
    ],
    summary:
      "Lets the agent call a toolset: one declared elsewhere, of which a block names the tools it may call, or, given a name and a block, one of its own.",
    problems: ["unknown_toolset", "unknown_tool", "tool_in_reference", "declared_twice"],
    example: agentExample,
  }),
  Export: describeFunction({
    name: "Export",
    family,
    contexts: ["Agent", "Service"],
    parameters: [
      either("toolset", declared<ToolsetDeclaration>("toolset", "a toolset", "toolset"), name("toolset")),
      optional(block()),
    ],
    summary:
      "Offers a toolset to other agents. What an agent exports in a block of its own is answered by runs of that agent. Returns a reference for Use.",
    problems: ["unknown_toolset", "unknown_tool", "tool_in_reference", "declared_twice"],
    example: compositionExample,
  }),
  AgentToolset: describeFunction({
    name: "AgentToolset",
    family,
    contexts: [],
    usedIn: "the argument of Use",
    parameters: [name("service"), name("agent"), name("toolset")],
    summary: "Refers to a toolset that an agent exports, wherever in the design that agent is declared.",
    problems: ["unknown_service", "unknown_agent", "toolset_not_exported"],
    example: compositionExample,
  }),
  UseAgentToolset: describeFunction({
    name: "UseAgentToolset",
    family,
    contexts: ["Agent"],
    parameters: [name("service"), name("agent"), name("toolset")],
    summary: "Is Use(AgentToolset(service, agent, toolset)).",
    problems: ["unknown_service", "unknown_agent", "toolset_not_exported"],
    example: compositionExample,
  }),
  Passthrough: describeFunction({
    name: "Passthrough",
    family,
    contexts: ["Tool"],
    parameters: [
      name("tool"),
      either("target", declared<MethodHandle>("target", "what Method returned", "method"), name("target")),
      optional(name("method"), "the method that target is"),
    ],
    summary: "Hands calls of an exported tool straight to a service method; neither a planner nor a model is asked.",
    problems: ["passthrough_mismatch", "passthrough_not_exported", "unknown_service", "unknown_method"],
    example: `
export const logging = Service("LoggingService", () => {
  Method("LogMessage", () => {
    Payload(() => {
      Attribute("message", String);
      Required("message");
    });
  });
});

export const desk = Service("desk", () => {
  Agent("chat", () => {
    Export("logging-tools", () => {
      Tool("log_message", "Log a message", () => {
        Args(() => {
          Attribute("message", String, "Message to log");
          Required("message");
        });
        Passthrough("log_message", "LoggingService", "LogMessage");
      });
    });
  });
});`,
  }),
  DisableAgentDocs: describeFunction({
    name: "DisableAgentDocs",
    family,
    contexts: ["API"],
    parameters: [],
    summary: "Keeps AGENTS_QUICKSTART.md from being generated.",
    byDefault: "The page is generated.",
    example: `
export const api = API("orchestrator", () => {
  DisableAgentDocs();
});`,
  }),
} as const;
