/** Declares an agent: who plans, with which tools, within which limits. Pure; `registerAgent` brings it to life. */
import { parseDuration } from "../duration/duration.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { CachePolicy } from "../model/index.ts";
import type { Planner } from "../run/plan.ts";
import {
  type Compression,
  DEFAULT_RUN_POLICY,
  type HistoryPolicy,
  type OnMissingFields,
  type RunPolicy,
} from "../run/run-policy.ts";
import type { Toolset } from "../tool/toolset.ts";
import type { AgentToolset } from "./agent-toolset.ts";

export interface AgentOptions {
  id: string;
  description?: string;
  planner: Planner;
  /** Toolsets, or the names that toolsets are registered under. */
  toolsets?: readonly (Toolset | AgentToolset | string)[];
  runPolicy?: RunPolicyOptions;
  /** The model that summarizes long histories; default: the planner's own. */
  historyModel?: string;
}

/** Durations are the usual strings: `"300ms"`, `"2m"`, `"1h30m"`. */
export interface RunPolicyOptions {
  maxToolCalls?: number;
  maxConsecutiveFailedToolCalls?: number;
  timeBudget?: string;
  timing?: { budget?: string; plan?: string; tools?: string };
  finalizerGrace?: string;
  interruptsAllowed?: boolean;
  onMissingFields?: OnMissingFields;
  history?: { keepRecentTurns: number } | { compress: Compression };
  budgets?: { tokens?: number; cost?: number };
  /** Where the provider is asked to cache the prompt; a planner's own policy comes first. */
  cache?: CachePolicy;
}

export interface Agent {
  readonly id: string;
  readonly description: string;
  readonly planner: Planner;
  readonly toolsets: readonly (Toolset | AgentToolset | string)[];
  readonly runPolicy: RunPolicy;
  readonly historyModel?: string;
  readonly cache?: CachePolicy;
}

export function defineAgent(options: AgentOptions): Agent {
  const { id, description = "", planner, toolsets = [], runPolicy = {}, historyModel } = options;
  if (typeof id !== "string" || id.trim() === "") {
    throw new KigumiError({ code: "invalid_agent", message: 'an agent needs an id, such as "desk.chat"' });
  }
  const resolved = resolveRunPolicy(id, runPolicy);
  return {
    id,
    description,
    planner,
    toolsets,
    runPolicy: resolved,
    ...(historyModel === undefined ? {} : { historyModel }),
    ...(runPolicy.cache === undefined ? {} : { cache: runPolicy.cache }),
  };
}

function resolveRunPolicy(agentId: string, options: RunPolicyOptions): RunPolicy {
  const { timing = {}, history, interruptsAllowed = false, onMissingFields, budgets } = options;
  if (onMissingFields === "await_clarification" && !interruptsAllowed) {
    throw new KigumiError({
      code: "invalid_agent",
      message: `onMissingFields "await_clarification" has to pause the run; add interruptsAllowed: true to the runPolicy of agent "${agentId}"`,
    });
  }
  const budget = options.timeBudget ?? timing.budget;
  return {
    ...DEFAULT_RUN_POLICY,
    interruptsAllowed,
    ...limit(agentId, "maxToolCalls", options.maxToolCalls),
    ...limit(agentId, "maxConsecutiveFailedToolCalls", options.maxConsecutiveFailedToolCalls),
    ...(budget === undefined ? {} : { timeBudgetMs: parseDuration(budget) }),
    ...(timing.plan === undefined ? {} : { planTimeoutMs: parseDuration(timing.plan) }),
    ...(timing.tools === undefined ? {} : { toolTimeoutMs: parseDuration(timing.tools) }),
    ...(options.finalizerGrace === undefined ? {} : { finalizerGraceMs: parseDuration(options.finalizerGrace) }),
    ...(onMissingFields === undefined ? {} : { onMissingFields }),
    ...(history === undefined ? {} : { history: historyPolicy(agentId, history) }),
    ...(budgets === undefined ? {} : { budgets }),
  };
}

/** Zero means unlimited, as in a design. */
function limit(agentId: string, name: string, value: number | undefined): Record<string, number> {
  if (value === undefined || value === 0) return {};
  if (Number.isInteger(value) && value > 0) return { [name]: value };
  throw new KigumiError({
    code: "invalid_agent",
    message: `${name} of agent "${agentId}" has to be a whole number, not ${value}`,
  });
}

function historyPolicy(agentId: string, history: NonNullable<RunPolicyOptions["history"]>): HistoryPolicy {
  if ("keepRecentTurns" in history) return { type: "keep_recent_turns", turns: history.keepRecentTurns };
  const { triggerAt, keepRecent, triggerAtInputTokens, keepInputTokens } = history.compress;
  const isTriggered = triggerAt !== undefined || triggerAtInputTokens !== undefined;
  const isLimited = keepRecent !== undefined || keepInputTokens !== undefined;
  const isShrinking =
    (keepRecent ?? 0) < (triggerAt ?? Number.POSITIVE_INFINITY) &&
    (keepInputTokens ?? 0) < (triggerAtInputTokens ?? Number.POSITIVE_INFINITY);
  if (isTriggered && isLimited && isShrinking) return { type: "compress", ...history.compress };
  throw new KigumiError({
    code: "invalid_agent",
    message: `history of agent "${agentId}": compress needs triggerAt or triggerAtInputTokens, and a smaller keepRecent or keepInputTokens`,
  });
}
