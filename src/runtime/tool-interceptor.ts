/**
 * Sees every call of every run, before it is judged and after it is done. What it changes about the arguments is logged
 * as the call's arguments: a person approves, and a replay finds, what really ran. Values that must stay out of the log
 * are injected instead.
 */
import type { JsonObject } from "../json/json.ts";
import type { ToolOutcome } from "../run/event.ts";
import type { PlannedCall } from "../run/plan.ts";
import type { RunState } from "../run/state.ts";

export interface ToolInterceptor {
  /** The arguments to use instead, or undefined to leave them as they are. An error fails the run. */
  beforeCall?(call: InterceptedCall): JsonObject | undefined | Promise<JsonObject | undefined>;
  /** Told of the outcome before it is logged. An error is reported and changes nothing. */
  afterCall?(call: InterceptedCall & { readonly callId: string }, outcome: ToolOutcome): void | Promise<void>;
}

export interface InterceptedCall {
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly args: JsonObject;
}

/** Each interceptor sees what the one before it made of the arguments. */
export async function interceptCalls(
  interceptors: readonly ToolInterceptor[],
  state: RunState,
  calls: readonly PlannedCall[],
): Promise<readonly PlannedCall[]> {
  if (interceptors.length === 0) return calls;
  return Promise.all(
    calls.map(async (call) => {
      let { args } = call;
      for (const interceptor of interceptors) {
        if (typeof args === "string") return call;
        args = (await interceptor.beforeCall?.(interceptedCall(state, call.name, args))) ?? args;
      }
      return { ...call, args };
    }),
  );
}

export function interceptedCall(state: RunState, tool: string, args: JsonObject): InterceptedCall {
  const { runId, agentId, sessionId, labels } = state;
  return { runId, agentId, labels, tool, args, ...(sessionId === undefined ? {} : { sessionId }) };
}
