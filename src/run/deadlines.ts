/** How long a planner may think. The last answer of a run may run over the budget by the grace, and no further. */
import type { PlanCommand } from "./command.ts";
import type { RunState } from "./state.ts";

/** Milliseconds from `now`; zero when the hard deadline has passed. */
export function planTimeMs({ policy, clock }: RunState, mode: PlanCommand["mode"], now: number): number {
  const { planTimeoutMs, finalizerGraceMs } = policy;
  if (mode !== "finalize") return planTimeoutMs;
  // A grace that is shorter than a turn would be none.
  const grace = Math.max(finalizerGraceMs, planTimeoutMs);
  const left = clock.budgetAt === undefined ? grace : clock.budgetAt + grace - now;
  return Math.max(0, Math.min(grace, left));
}
