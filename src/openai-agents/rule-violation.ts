/**
 * A broken rule in the words of its specification. The SDK wraps what a tool throws, and calls a tool that was hidden
 * unknown; here both become the `ToolRuleError` they are, and everything else stays the SDK's own.
 */
import { ModelBehaviorError, ToolCallError, type ToolErrorFormatter } from "@openai/agents";
import { KigumiError } from "../errors/kigumi-error.ts";
import { type ToolRuleError, toolRuleError } from "../policy/tool-rule-error.ts";
import type { AgentContext } from "./agent-context.ts";
import type { AgentGraph } from "./agent-graph.ts";
import { originOf } from "./kigumi-tool.ts";
import type { SdkRunContext } from "./sdk-types.ts";
import { isVisible, rulesIn } from "./tool-rules-in-context.ts";

/** What becomes of a call that breaks a rule: the end of the run, or a text for the model to read. */
export type OnToolRuleViolation = "throw" | "return";

/** What a caller of the run should see of an error that ended it. */
export function unwrapError(error: unknown, { agents }: AgentGraph, runContext: SdkRunContext): unknown {
  if (error instanceof ToolCallError) return causeOf(error, runContext);
  if (!(error instanceof ModelBehaviorError)) return error;
  for (const agent of agents) {
    const called = agent.tools.find(({ name }) => error.message === `Tool ${name} not found in agent ${agent.name}.`);
    if (called !== undefined) return hiddenTool([agent], called.name, runContext) ?? error;
  }
  return error;
}

/** Keeps a violation that is about to be thrown: the SDK may put an error of its own in its place. */
export function noteViolation({ context }: SdkRunContext, callId: string, violation: ToolRuleError): void {
  const ofRun = noted.get(context);
  if (ofRun === undefined) noted.set(context, new Map([[callId, violation]]));
  else ofRun.set(callId, violation);
}

/** What was thrown for this call of the run. */
export function violationOf({ context }: SdkRunContext, callId: string | undefined): ToolRuleError | undefined {
  return callId === undefined ? undefined : noted.get(context)?.get(callId);
}

/** By the ids of the calls. */
const noted = new WeakMap<AgentContext, Map<string, ToolRuleError>>();

function causeOf(error: ToolCallError, { context }: SdkRunContext): unknown {
  const [violation] = noted.get(context)?.values() ?? [];
  noted.delete(context);
  if (KigumiError.isInstance(error.error)) return error.error;
  // The SDK redacts what has to do with arguments it could not read.
  return error.error.name === "InvalidToolInputError" ? (violation ?? error) : error;
}

/** The text for a model that called what it was not shown; undefined leaves it to the SDK. */
export function formatHiddenTool({ agents }: AgentGraph): ToolErrorFormatter {
  return ({ kind, toolName, runContext }) =>
    kind === "tool_not_found" ? hiddenTool(agents, toolName, runContext as SdkRunContext)?.message : undefined;
}

/** E8 when the rules are why the tool could not be found. */
function hiddenTool(
  agents: AgentGraph["agents"],
  wireName: string,
  runContext: SdkRunContext,
): ToolRuleError | undefined {
  const tool = agents.flatMap(({ tools }) => tools).find(({ name }) => name === wireName);
  if (tool === undefined || isVisible(rulesIn(runContext), tool)) return undefined;
  return toolRuleError("E8", { tool_name: originOf(tool)?.id ?? tool.name });
}
