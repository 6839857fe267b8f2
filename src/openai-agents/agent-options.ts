/** What an agent is made from, and what is checked when it is made. */
import type { AgentOutputType, Model } from "@openai/agents";
import { KigumiError } from "../errors/kigumi-error.ts";
import { toolRuleError } from "../policy/tool-rule-error.ts";
import type { ToolContext } from "../tool/context.ts";
import type { HandoffAgent } from "./agent-graph.ts";
import type { AgentTool } from "./agent-tool.ts";
import { Prompt } from "./prompt.ts";
import type { Renderer } from "./render-template.ts";
import type { OnToolRuleViolation } from "./rule-violation.ts";
import type { SdkHandoff } from "./sdk-types.ts";
import type { TraceMetadata } from "./trace-metadata.ts";

export interface AgentOptions<TOutput extends AgentOutputType> {
  readonly name: string;
  /** A text or a kept prompt; either may hold `{{ $ctx.key }}` and, where allowed, `{{ $env.NAME }}`. */
  readonly instructions: string | Prompt;
  /** Default: the SDK's own. */
  readonly model?: string | Model;
  /** Beside those that providers bring along. */
  readonly tools?: Iterable<AgentTool>;
  /** Fills the instructions in, on every turn, in place of the built-in template. */
  readonly renderer?: Renderer;
  /** Goes on the trace of each run. */
  readonly metadata?: TraceMetadata;
  readonly outputType?: TOutput;
  /** More may be added to `agent.handoffs` later, so that agents can hand over to each other. */
  readonly handoffs?: Iterable<HandoffAgent | SdkHandoff>;
  /** When the model of another agent should hand over to this one. */
  readonly handoffDescription?: string;
  /** Default false: `$env` is empty. */
  readonly allowEnv?: boolean;
  /** How many entries `context.history` keeps; 0 leaves it alone. Default 50. */
  readonly history?: number;
  /** The key of the context that structured output is stored under. */
  readonly outputDest?: string;
  /** Default `throw`: a call that breaks a rule ends the run. `return` tells the model instead. */
  readonly onToolRuleViolation?: OnToolRuleViolation;
  /** What our own tools run with. Default: a context of its own, whose dependencies are the run's context. */
  readonly toolContext?: ToolContext<unknown>;
}

const RESERVED = ["result", "history", "toolRules", "tool_rules"];

/** Throws E1 without instructions, and says what else is wrong. */
export function checkAgentOptions(options: AgentOptions<AgentOutputType>): void {
  const { name, instructions, history, outputDest, onToolRuleViolation = "throw" } = options;
  if (typeof instructions !== "string" && !(instructions instanceof Prompt)) throw toolRuleError("E1", {});
  if (typeof name !== "string" || name.trim() === "") {
    throw invalid('an agent needs a name, such as { name: "helper" }');
  }
  for (const list of ["tools", "handoffs"] as const) {
    if (options[list] === undefined || isList(options[list])) continue;
    throw invalid(`${list} of agent "${name}" have to be a list`);
  }
  if (onToolRuleViolation !== "throw" && onToolRuleViolation !== "return") {
    throw invalid(`onToolRuleViolation of agent "${name}" is "throw" or "return", not ${String(onToolRuleViolation)}`);
  }
  if (history !== undefined && !Number.isInteger(history)) {
    throw invalid(`history of agent "${name}" is a number of entries, not ${String(history)}`);
  }
  if (outputDest !== undefined && RESERVED.includes(outputDest)) {
    throw invalid(
      `outputDest of agent "${name}" cannot be "${outputDest}", which the run itself writes; choose another key`,
    );
  }
}

function isList(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function invalid(message: string): KigumiError {
  return new KigumiError({ code: "invalid_agent", message });
}
