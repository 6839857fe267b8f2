/** What a run policy has said: limits, history and cache. */
import type { Located, Place } from "../problem.ts";

export interface RunPolicyExpression extends Place {
  maxToolCalls?: Located<number>;
  maxConsecutiveFailedToolCalls?: Located<number>;
  budget?: Located<string>;
  plan?: Located<string>;
  tools?: Located<string>;
  interruptsAllowed?: Located<boolean>;
  onMissingFields?: Located<"" | "finalize" | "await_clarification" | "resume">;
  history?: HistoryExpression;
  cache?: CacheExpression;
}

export interface HistoryExpression extends Place {
  keepRecentTurns?: Located<number>;
  triggerAt?: Located<number>;
  keepRecent?: Located<number>;
  triggerAtInputTokens?: Located<number>;
  keepInputTokens?: Located<number>;
}

export interface CacheExpression extends Place {
  afterSystem?: Located<true>;
  afterTools?: Located<true>;
}
