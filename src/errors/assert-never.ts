/** Ends a `switch` over a union: the compiler proves it unreachable, and a value that got here anyway is loud. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: unexpected ${JSON.stringify(value)}`);
}
