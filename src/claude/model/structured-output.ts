/**
 * The answer in the shape that was asked for. The CLI's own word counts first; when it gave up, what the model said
 * and what it handed to the `StructuredOutput` tool are read again, out of the envelopes models like to put them in.
 * Nothing is returned that the schema does not accept.
 */
import { isObject, type JsonObject } from "../../json/json.ts";
import { compileSchema } from "../../tool/schema/compiled-schema.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { extractJson } from "./extract-json.ts";

/** The CLI's tool that a structured answer is given with. */
export const STRUCTURED_OUTPUT_TOOL = "StructuredOutput";

const ENVELOPES = ["parameters", "parameter", "output"];

export interface StructuredAnswer {
  /** What the CLI accepted. */
  readonly accepted?: unknown;
  readonly text?: string | undefined;
  /** The last input of the tool, accepted or not. */
  readonly captured?: unknown;
}

/** Undefined when nothing that was said fits the schema. Without a schema any object does. */
export async function recoverStructuredOutput(
  { accepted, text, captured }: StructuredAnswer,
  schema: JsonSchema | undefined,
): Promise<JsonObject | undefined> {
  const candidates = [accepted, jsonIn(text), captured];
  for (const candidate of candidates.flatMap((value) => [value, unwrapEnvelope(value)])) {
    if (isObject(candidate) && (await fits(candidate, schema))) return candidate as JsonObject;
  }
  return undefined;
}

/** The object in an envelope of one key, or in the JSON text in it; undefined when there is no envelope. */
export function unwrapEnvelope(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const [[key, inner] = ["", undefined], ...others] = Object.entries(value);
  if (others.length > 0 || !ENVELOPES.includes(key)) return undefined;
  const opened = typeof inner === "string" ? jsonIn(inner) : inner;
  return isObject(opened) ? (opened as JsonObject) : undefined;
}

function jsonIn(text: string | undefined): JsonObject | undefined {
  try {
    return text === undefined ? undefined : extractJson(text);
  } catch {
    return undefined;
  }
}

async function fits(value: unknown, schema: JsonSchema | undefined): Promise<boolean> {
  if (schema === undefined) return true;
  const compiled = compileSchema(schema, "foreign");
  const validate = compiled.validator ?? (await compiled.load());
  return (await validate(value)).issues === undefined;
}
