/** Sets what can be said once; the first word counts, and a second one is a problem instead of silently winning. */
import type { CallServices } from "../functions/design-function.ts";

export function setOnce<E extends object, K extends keyof E>(
  call: CallServices,
  target: E,
  key: K,
  value: Exclude<E[K], undefined>,
  what: string,
): boolean {
  if (target[key] === undefined) {
    target[key] = value;
    return true;
  }
  call.report({
    code: "declared_twice",
    message: `${what} is declared a second time here; the first one counts`,
    hint: "Remove one of the two.",
  });
  return false;
}
