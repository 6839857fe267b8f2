/**
 * Whether a policy refused a recorded call. Loops report a refusal in their own ways, as an error code, as an error's
 * text or as what the model was told; a person who declined and a limit that was reached are no policy.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { SpanRecord } from "../trace-store.ts";

/** E8 for the tool, E10 to E17 for its arguments. */
const REFUSAL_CODE = /^E(?:8|1[0-7])$/;
const REFUSAL_TEXT = /\[kantan-agents\]\[E(?:8|1[0-7])\]/;
const DENIAL_TEXT = /^Permission denied: (?!a person declined|no tool calls are left)/;

export function wasRefused({ error, output = "" }: Pick<SpanRecord, "error" | "output">): boolean {
  // An answer may quote anything; only one that begins with a refusal is one.
  if (REFUSAL_TEXT.test(output) && output.startsWith("[kantan-agents]")) return true;
  return DENIAL_TEXT.test(output) || (error !== undefined && saysRefused(error));
}

function saysRefused(error: JsonValue): boolean {
  if (typeof error === "string") return REFUSAL_TEXT.test(error) || DENIAL_TEXT.test(error);
  if (Array.isArray(error)) return error.some(saysRefused);
  if (!isObject(error)) return false;
  if (typeof error.code === "string" && REFUSAL_CODE.test(error.code)) return true;
  return Object.values(error).some(saysRefused);
}
