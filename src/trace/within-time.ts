/** Waiting for a tracer, but not for ever: one that hangs must not hold up whoever wants to end. */

/** What `promise` resolves to, or undefined when `timeoutMs` are over first; without a limit it waits. */
export async function withinTime<T>(timeoutMs: number | undefined, promise: Promise<T>): Promise<T | undefined> {
  if (timeoutMs === undefined) return promise;
  const { promise: timeOver, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  try {
    return await Promise.race([promise, timeOver]);
  } finally {
    clearTimeout(timer);
  }
}
