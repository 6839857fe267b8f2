/**
 * Says a tool's input schema in the terms of one provider, and carries values both ways: `encode` into the shape the
 * provider is shown, `decode` back into the author's. `decode(encode(value))` is `value` for every value the schema
 * accepts, so `execute` always sees the author's types, whatever the model was shown.
 */
import type { JsonValue } from "../../json/json.ts";
import { convertDraft } from "../schema/convert-draft.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { anthropic } from "./anthropic.ts";
import { bedrock } from "./bedrock.ts";
import type { Codec } from "./codec.ts";
import type { Dialect } from "./dialect.ts";
import { gemini } from "./gemini.ts";
import { openaiStrict } from "./openai-strict.ts";
import { Rewriter } from "./rewrite.ts";
import type { ProjectionLoss } from "./rewrite-context.ts";
import { rewriteRoot } from "./rewrite-root.ts";

export type Provider = "openai-strict" | "anthropic" | "gemini" | "bedrock";

export interface Projection {
  /** What the provider is sent. The root is always a plain object schema. */
  readonly schema: JsonSchema;
  /** What the provider's dialect cannot say, and what became of it. */
  readonly losses: readonly ProjectionLoss[];
  /** The author's value in the shape that `schema` describes. */
  encode(value: JsonValue): JsonValue;
  /**
   * What the provider sent, as the author's value. Never throws: whatever has another shape is handed on as it is, for
   * the author's validator to report; so is a value that already has the author's shape.
   */
  decode(value: JsonValue): JsonValue;
}

const dialects: Readonly<Record<Provider, Dialect>> = { "openai-strict": openaiStrict, anthropic, gemini, bedrock };

const cache = new WeakMap<JsonSchema, Map<Provider, Projection>>();

/** Made once per schema object and provider. */
export function projectSchema(schema: JsonSchema, provider: Provider): Projection {
  let projections = cache.get(schema);
  if (projections === undefined) {
    projections = new Map();
    cache.set(schema, projections);
  }
  let projection = projections.get(provider);
  if (projection === undefined) {
    projection = project(convertDraft(schema, "draft-2020-12"), dialects[provider]);
    projections.set(provider, projection);
  }
  return projection;
}

function project(document: JsonSchema, dialect: Dialect): Projection {
  const rewriter = new Rewriter(document, dialect);
  const { schema, codec } = rewriteRoot(rewriter, document);
  const { definitions: $defs } = rewriter;
  const whole = Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
  return {
    schema: dialect.finish?.(whole) ?? whole,
    losses: rewriter.losses,
    encode: (value) => codec.encode(value),
    decode: (value) => decodeSafely(codec, value),
  };
}

function decodeSafely(codec: Codec, value: JsonValue): JsonValue {
  try {
    return codec.decode(value);
  } catch (error) {
    // Nested deeper than the stack: nothing a tool could want, and for its validator to say so.
    if (error instanceof RangeError) return value;
    throw error;
  }
}
