/** Where the first part of an interrupted run was traced, so that the rest is recorded in the same trace. */
import type { SdkRunState } from "./sdk-types.ts";
import type { ContinuedTrace } from "./trace-scope.ts";

/** Takes the trace out of the state, which would otherwise start and end it by itself. Undefined when it had none. */
export function takeTrace(state: SdkRunState): ContinuedTrace | undefined {
  const { trace } = state.toJSON();
  state.clearTrace();
  if (trace === null || trace === undefined) return undefined;
  const { id, workflow_name: name, group_id: groupId, metadata } = trace;
  return { traceId: id, name, metadata: metadata ?? {}, ...(groupId === null ? {} : { groupId }) };
}
