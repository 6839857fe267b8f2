/** Limits that contradict each other. */
import {
  Budget,
  Compress,
  CompressAtMaxInputTokens,
  CompressAtTurns,
  DefaultCaps,
  History,
  KeepMaxInputTokens,
  KeepRecentTurns,
  MaxConsecutiveFailedToolCalls,
  MaxToolCalls,
  OnMissingFields,
  Plan,
  TimeBudget,
  Timing,
  Tools,
} from "../../index.ts";
import { inPolicy, type Rejections } from "../rejection.ts";

export const policyRejections: Rejections = {
  impossible_budget: [
    { design: () => inPolicy(() => [TimeBudget("10s"), Plan("1m")]), at: "Plan(" },
    { design: () => inPolicy(() => Timing(() => [Budget("10s"), Tools("1m")])), at: "Tools(" },
  ],
  unreachable_limit: [
    {
      design: () => inPolicy(() => DefaultCaps(MaxToolCalls(2), MaxConsecutiveFailedToolCalls(3))),
      at: "MaxConsecutiveFailedToolCalls(",
    },
  ],
  interrupts_needed: [
    {
      design: () => inPolicy(() => OnMissingFields("await_clarification")),
      at: "OnMissingFields(",
      hint: /InterruptsAllowed\(true\)/,
    },
  ],
  invalid_history: [
    { design: () => inPolicy(() => History(() => {})), at: "History(" },
    { design: () => inPolicy(() => History(() => [KeepRecentTurns(3), Compress(9, 3)])), at: "Compress(" },
    { design: () => inPolicy(() => History(() => Compress(3, 3))), at: "Compress(" },
    { design: () => inPolicy(() => History(() => CompressAtTurns(3))), at: "CompressAtTurns(" },
    { design: () => inPolicy(() => History(() => KeepMaxInputTokens(3))), at: "KeepMaxInputTokens(" },
    {
      design: () => inPolicy(() => History(() => [CompressAtMaxInputTokens(3), KeepMaxInputTokens(3)])),
      at: "KeepMaxInputTokens(",
    },
  ],
};
