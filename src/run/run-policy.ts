/** The limits of a run, resolved to numbers when it starts and logged with it: later changes never reach a running run. */

export interface RunPolicy {
  /** Without one, unlimited. */
  readonly maxToolCalls?: number;
  /** Decision points in a row at which every call failed. */
  readonly maxConsecutiveFailedToolCalls?: number;
  readonly timeBudgetMs?: number;
  readonly planTimeoutMs: number;
  readonly toolTimeoutMs: number;
  readonly finalizerGraceMs: number;
  /** Whether the run may be paused and may ask for clarification. */
  readonly interruptsAllowed: boolean;
  readonly onMissingFields?: OnMissingFields;
  readonly history?: HistoryPolicy;
  readonly budgets?: { readonly tokens?: number; readonly cost?: number };
}

/** `resume`, like no action, hands the failure to the planner. */
export type OnMissingFields = "finalize" | "await_clarification" | "resume";

export type HistoryPolicy =
  | { readonly type: "keep_recent_turns"; readonly turns: number }
  | ({ readonly type: "compress" } & Compression);

/**
 * Old turns are summarized when either trigger is met, and what is kept as it is meets both limits; the newest turn is
 * kept even if it is larger than `keepInputTokens`. Tokens are what the model last counted, or an estimate.
 */
export interface Compression {
  readonly triggerAt?: number;
  readonly keepRecent?: number;
  readonly triggerAtInputTokens?: number;
  readonly keepInputTokens?: number;
}

/** What one run changes about its agent. Tools and limits can only be narrowed. */
export interface RunOverrides {
  readonly restrictToTool?: string;
  readonly allowedTags?: readonly string[];
  readonly deniedTags?: readonly string[];
  readonly maxToolCalls?: number;
  /** The id of a registered model that is asked instead of the planner's own. */
  readonly model?: string;
  /** Milliseconds by tool id, or by a pattern that ends in `*`. */
  readonly toolTimeoutsMs?: Readonly<Record<string, number>>;
}

export const DEFAULT_RUN_POLICY: RunPolicy = {
  planTimeoutMs: 30_000,
  toolTimeoutMs: 120_000,
  finalizerGraceMs: 10_000,
  interruptsAllowed: false,
};

/** The timeout of one call: its own entry, else the longest matching pattern, else the run's. */
export function toolTimeoutMs(tool: string, policy: RunPolicy, overrides: RunOverrides = {}): number {
  const timeouts = overrides.toolTimeoutsMs ?? {};
  if (Object.hasOwn(timeouts, tool)) return timeouts[tool] ?? policy.toolTimeoutMs;
  const patterns = Object.keys(timeouts)
    .filter((pattern) => pattern.endsWith("*") && tool.startsWith(pattern.slice(0, -1)))
    .sort((left, right) => right.length - left.length);
  return (patterns[0] === undefined ? undefined : timeouts[patterns[0]]) ?? policy.toolTimeoutMs;
}
