/**
 * How the span of a call says that it was refused, and by whom: as data in its error, because words are for people and
 * change. What writes spans and what reads them back meet here.
 */
import type { DeniedBy } from "../call/tool-call.ts";
import { isObject, type JsonValue } from "../json/json.ts";
import type { SpanError } from "./span.ts";

export function deniedCall(
  message: string,
  by: DeniedBy,
  data: Readonly<Record<string, unknown>> = {},
): SpanError & { readonly data: Record<string, unknown> } {
  return { message, data: { ...data, denied_by: by } };
}

/** Undefined where the error does not say: the call failed otherwise, or its record is older than this. */
export function deniedBy(error: JsonValue | undefined): string | undefined {
  const data = isObject(error) && isObject(error.data) ? error.data : {};
  return typeof data.denied_by === "string" ? data.denied_by : undefined;
}
