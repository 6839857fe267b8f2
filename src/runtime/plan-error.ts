/** What a planner failed with, as the log has it. A planner may throw anything, also what has no properties. */
import type { RunHost } from "../engine/run-host.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { RunError } from "../run/event.ts";

export function planError(error: unknown): ReturnType<RunHost["planError"]> & { publicMessage?: string } {
  const isOurs = KigumiError.isInstance(error);
  const { kind, provider, httpStatus, publicMessage } = Object(error) as Partial<RunError>;
  return {
    kind: String(kind ?? (isOurs && error.code === "timeout" ? "timeout" : "internal")),
    message: messageOf(error),
    isRetryable: isOurs ? error.isRetryable : true,
    ...(provider === undefined ? {} : { provider }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(publicMessage === undefined ? {} : { publicMessage }),
  };
}
