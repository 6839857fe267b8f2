/** Whom a tracer tells of what it could not do: a listener, or whoever reads the warnings of the process. */
import type { KigumiError } from "../errors/kigumi-error.ts";

/** Never throws: tracing does not fail whoever is traced, not even when its own listener does. */
export function reportOrWarn(onError: ((error: KigumiError) => void) | undefined): (error: KigumiError) => void {
  return (error) => {
    try {
      (onError ?? warn)(error);
    } catch {
      // Nobody is left to be told.
    }
  };
}

function warn(error: KigumiError): void {
  process.emitWarning(error.message, { type: "TraceWarning", code: error.code });
}
