/** One selector against one tool or call: by id, by tag, or by the arguments of the call. */
import { isObject, type JsonObject } from "../json/json.ts";
import type { ArgumentMatcher, Selector } from "./rules.ts";

/** What a match does to the call. It settles what happens when a selector cannot tell. */
export type Purpose = "grant" | "restrict";

export const TAG_PREFIX = "tag:";

/** Matches every call of its tool, also while listing. */
const anyArguments = (): true => true;

/** The selector for exactly this id, also when the id is `*` or looks like a tag. */
export function exactly(id: string): Selector {
  return id === "*" || id.startsWith(TAG_PREFIX) ? { tool: id, args: anyArguments } : id;
}

export function tagSelector(tag: string): Selector {
  return TAG_PREFIX + tag;
}

export function selectsByName(selector: string, id: string, tags: readonly string[]): boolean {
  // Cheapest first, since most selectors are not the one: a character tells nearly every id from a tag, a length nearly
  // every tag from the next. Comparing prefixes first makes long lists twice as slow.
  if (selector.charCodeAt(TAG_PREFIX.length - 1) !== COLON) return selector === id || selector === "*";
  return namesOneOf(tags, selector) || (selector === id && !selector.startsWith(TAG_PREFIX));
}

/** Without `args` the question is about listing: an allow might apply to some call, a restriction might not. */
export function selectsByCall(selector: unknown, purpose: Purpose, id: string, args: JsonObject | undefined): boolean {
  const whenUnsure = purpose === "restrict";
  if (!isObject(selector) || typeof selector.tool !== "string") return whenUnsure;
  if (selector.tool !== id) return false;
  if (typeof selector.args !== "function") return whenUnsure;
  if (selector.args === anyArguments) return true;
  if (args === undefined) return !whenUnsure;
  return answerOf(selector.args as ArgumentMatcher["args"], args) ?? whenUnsure;
}

const COLON = 58;

/** Compares in place: cutting the tag out of the selector would allocate. */
function namesOneOf(tags: readonly string[], selector: string): boolean {
  for (const tag of tags) {
    if (tag.length + TAG_PREFIX.length !== selector.length) continue;
    if (selector.endsWith(tag) && selector.startsWith(TAG_PREFIX)) return true;
  }
  return false;
}

/** Undefined when the matcher threw or answered with anything but a boolean (a promise, for one, is always truthy). */
function answerOf(matcher: ArgumentMatcher["args"], args: JsonObject): boolean | undefined {
  try {
    const answer: unknown = matcher(args);
    return typeof answer === "boolean" ? answer : undefined;
  } catch {
    return undefined;
  }
}
