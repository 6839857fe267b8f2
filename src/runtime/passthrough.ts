/** Plans a run that only hands a call on: the one call, then its result as the answer. No model is asked. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { ParentCall } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import type { RunState } from "../run/state.ts";

export function passthroughPlan(state: RunState, { tool, args }: NonNullable<ParentCall["passthrough"]>): PlanResult {
  const outcome = state.current?.calls[0]?.outcome;
  if (outcome === undefined) return { toolCalls: [{ name: tool, args }] };
  if (outcome.type === "failure") throw new PassthroughError(outcome.failure.error);
  const { content } = outcome;
  return { finalResponse: { text: typeof content === "string" ? content : JSON.stringify(content) } };
}

/** The tool's own words, which whoever made the call is to read. */
class PassthroughError extends KigumiError {
  readonly publicMessage: string;

  constructor(message: string) {
    super({ code: "passthrough_failed", message });
    this.publicMessage = message;
  }
}
