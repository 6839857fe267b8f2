/**
 * Searches a text for a rule's pattern in time linear in the text, whatever the pattern: rules come from packages,
 * files and people, and none of them may hang the process. A pattern that cannot be compiled matches nothing.
 */
import { RE2JS } from "re2js";
import { messageOf } from "../errors/kigumi-error.ts";

/** Undefined when the pattern is found; otherwise `problem` is set if the pattern itself is to blame. */
export function patternProblem(pattern: unknown, text: string): { readonly problem?: string } | undefined {
  if (typeof pattern !== "string") return { problem: "the pattern is not a text" };
  const compiled = compile(pattern);
  if (typeof compiled === "string") return { problem: compiled };
  return compiled.test(text) ? undefined : {};
}

// Bounded: patterns can come from outside, and a cache that only grows is a leak.
const CACHE_LIMIT = 256;
const cache = new Map<string, RE2JS | string>();

/** The compiled pattern, or why there is none. */
function compile(pattern: string): RE2JS | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const compiled = tryCompile(pattern);
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_LIMIT && !oldest.done) cache.delete(oldest.value);
  cache.set(pattern, compiled);
  return compiled;
}

function tryCompile(pattern: string): RE2JS | string {
  try {
    // Accepts the escapes of JSON Schema's dialect (such as \u0041) that RE2 spells differently.
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    return messageOf(error);
  }
}
