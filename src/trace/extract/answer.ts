/**
 * What a model answered, without the envelope its provider wraps it in: a plain answer is its text. An answer that also
 * calls tools, or that is in no envelope known here, stays as it is.
 */
import { isObject } from "../../json/json.ts";
import { extractToolCalls } from "./tool-calls.ts";

export function answerOf(output: unknown): unknown {
  // Spans hold a list of messages; most often there is one.
  const only = Array.isArray(output) && output.length === 1 ? output[0] : output;
  if (extractToolCalls(only) !== undefined) return only;
  return spokenText(only) ?? only;
}

const silentTypes = new Set(["reasoning", "thinking"]);

function spokenText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const spoken = value.filter((item) => !(isObject(item) && silentTypes.has(String(item.type))));
    const texts = spoken.map((item) => (isObject(item) ? spokenText(item) : undefined));
    return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join("\n") : undefined;
  }
  if (!isObject(value)) return undefined;
  if (Array.isArray(value.choices)) return spokenText(value.choices.map((choice) => choice?.message));
  if (isTextPart(value)) return String(value.text);
  const isMessage = value.role === "assistant" || value.type === "message";
  if (!isMessage) return undefined;
  return typeof value.content === "string" ? value.content : spokenText(value.content);
}

function isTextPart({ type, text }: Record<string, unknown>): boolean {
  return (type === "output_text" || type === "text") && typeof text === "string";
}
