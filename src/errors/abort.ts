/** Abort is not a failure of a tool: it travels as a rejection to whoever aborted, and never becomes a result. */

/** True when `error` reports that `signal` fired, or is an `AbortError` in its own right. */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  if (signal?.aborted && error === signal.reason) return true;
  return error instanceof Error && error.name === "AbortError";
}

/** Settles with `promise`, or rejects with the signal's reason as soon as it fires. The loser is ignored. */
export function orAbort<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).then(() => signal.removeEventListener("abort", onAbort));
  });
}
