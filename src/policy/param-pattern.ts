/** Searches a text for a rule's pattern. One that cannot be compiled matches nothing, and says why. */
import { messageOf } from "../errors/kigumi-error.ts";
import { compileLinearPattern, type LinearPattern } from "../pattern/linear-pattern.ts";

/** Undefined when the pattern is found; otherwise `problem` is set if the pattern itself is to blame. */
export function patternProblem(pattern: unknown, text: string): { readonly problem?: string } | undefined {
  if (typeof pattern !== "string") return { problem: "the pattern is not a text" };
  const compiled = compile(pattern);
  if (typeof compiled === "string") return { problem: compiled };
  return compiled.test(text) ? undefined : {};
}

// Bounded: patterns can come from outside, and a cache that only grows is a leak.
const CACHE_LIMIT = 256;
const cache = new Map<string, LinearPattern | string>();

/** The compiled pattern, or why there is none. */
function compile(pattern: string): LinearPattern | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const compiled = tryCompile(pattern);
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_LIMIT && !oldest.done) cache.delete(oldest.value);
  cache.set(pattern, compiled);
  return compiled;
}

function tryCompile(pattern: string): LinearPattern | string {
  try {
    return compileLinearPattern(pattern);
  } catch (error) {
    return messageOf(error);
  }
}
