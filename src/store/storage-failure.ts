/** A storage's failure as one of ours. The message may reach a model, so what holds paths stays in the cause. */
import { KigumiError } from "../errors/kigumi-error.ts";

export function storageFailure(what: string, cause: unknown): KigumiError {
  if (KigumiError.isInstance(cause)) return cause;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : "";
  return new KigumiError({
    code: "output_store_failed",
    message: `${what}${code}; check the output store's disk space and permissions`,
    cause,
  });
}

/** Awaits a storage: `"saved"`, `"read"` … says what could not be done when it fails. */
export async function guarded<T>(done: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw storageFailure(`the output could not be ${done}`, cause);
  }
}
