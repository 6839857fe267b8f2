/**
 * The object that a run reads and writes: variables for templates, rules for tools, and what became of the run. It is
 * the caller's own object, changed in place; what the run needs and it lacks is filled in before anything starts.
 */
import type { AgentOutputType } from "@openai/agents";
import { KigumiError } from "../errors/kigumi-error.ts";
import { isPlainObject } from "../json/is-plain-object.ts";
import { mergeRules } from "../policy/merge-rules.ts";
import type { ToolRulesInput } from "../policy/normalize-tool-rules.ts";
import type { Rules } from "../policy/rules.ts";
import { toolRuleError } from "../policy/tool-rule-error.ts";
import { getEffectiveToolRules } from "../runtime/tool-providers.ts";
import type { HistoryEntry } from "./history.ts";
import type { OutputOf, SdkRunResult } from "./sdk-types.ts";

/** Any plain object. These keys mean something; all others are the caller's. */
export interface AgentContext {
  [key: string]: unknown;
  toolRules?: ToolRulesInput;
  /** The same under the spelling of other implementations; where both are set, both count. */
  tool_rules?: ToolRulesInput;
  result?: unknown;
  history?: HistoryEntry[];
}

/** What the Agents SDK returned, whole; its final output has the agent's type, where the SDK's own says anything. */
export type AgentResult<TOutput extends AgentOutputType> = Omit<SdkRunResult, "finalOutput"> & {
  readonly finalOutput: OutputOf<TOutput> | undefined;
};

/** The context when the run is over. */
export interface FinishedContext<TOutput extends AgentOutputType> {
  [key: string]: unknown;
  toolRules: Rules;
  result: AgentResult<TOutput>;
  /** Absent when the agent keeps none and the context had none. */
  history?: HistoryEntry[];
}

/** Completes the context, or makes one. Throws E5, E18 and E6, in this order, before anything has run. */
export async function prepareContext(context: object | null | undefined, keepsHistory: boolean): Promise<AgentContext> {
  const prepared = context ?? {};
  if (!isPlainObject(prepared)) throw toolRuleError("E5", {});
  const completed: AgentContext = prepared;
  const explicit = mergeRules(completed.tool_rules, completed.toolRules);
  const toolRules = await getEffectiveToolRules({ toolRules: explicit });
  if (keepsHistory && !Array.isArray(completed.history ?? [])) throw toolRuleError("E6", {});
  try {
    completed.toolRules = toolRules;
    completed.result ??= null;
    if (keepsHistory) completed.history ??= [];
  } catch (cause) {
    throw new KigumiError({
      code: "context_not_writable",
      message: "the context of a run takes its rules, result and history; pass an object that is not frozen",
      cause,
    });
  }
  return completed;
}
