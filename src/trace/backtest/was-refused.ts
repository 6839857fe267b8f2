/**
 * Whether a policy refused a recorded call. Spans of ours say so as data; where they do not, in older records and in those
 * of other programs, the texts tell: the specified ones of the rules, and what our loops told the model.
 * A person who declined, a limit and the walls of a workspace are no policy.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import { deniedBy } from "../denied-call.ts";
import type { SpanRecord } from "../trace-store.ts";

export function wasRefused({ error, output = "" }: Pick<SpanRecord, "error" | "output">): boolean {
  const by = deniedBy(error);
  if (by !== undefined) return by === "policy";
  return isRefusalText(output) || (error !== undefined && saysRefused(error));
}

/** Whether a text, or any text inside a value, reports a refusal. */
export function saysRefused(error: JsonValue): boolean {
  if (typeof error === "string") return isRefusalText(error);
  if (Array.isArray(error)) return error.some(saysRefused);
  if (!isObject(error)) return false;
  const hasCode = typeof error.code === "string" && REFUSAL_CODE.test(error.code);
  return hasCode || Object.values(error).some(saysRefused);
}

/** E8 for the tool, E10 to E17 for its arguments. */
const REFUSAL_CODE = /^E(?:8|1[0-7])$/;
/** At the beginning, or behind the class of a wrapped error: further on a text may quote anything. */
const REFUSAL_TEXT = /^(?:\w*Error: )*\[kantan-agents\]\[E(?:8|1[0-7])\]/;
const DENIAL = "Permission denied: ";

/** How denials begin that came from elsewhere. */
const OTHER_REASONS = [
  /^a person declined this call/,
  /^no tool calls are left/,
  /^the path "/,
  /^the workspace is read-only/,
  /^\S+ writes, and this workspace is read-only/,
];

function isRefusalText(text: string): boolean {
  if (REFUSAL_TEXT.test(text)) return true;
  if (!text.startsWith(DENIAL)) return false;
  const reason = text.slice(DENIAL.length);
  return !OTHER_REASONS.some((other) => other.test(reason));
}
