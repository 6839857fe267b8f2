/**
 * A type of a design at run time: from JSON and back, checked by the decoder that was generated for it. It is a
 * Standard Schema too, so whatever takes one takes a codec.
 */
import { parseJson } from "../../json/parse-json.ts";
import { convertDraft } from "../../tool/schema/convert-draft.ts";
import type { JsonSchema, SchemaTarget } from "../../tool/schema/json-schema.ts";
import type { StandardSchema } from "../../tool/schema/standard-schema.ts";
import { DecodeError } from "./decode-error.ts";
import type { DecodeIssue } from "./decode-issue.ts";
import { Issues } from "./issues.ts";
import type { Decoder } from "./union.ts";

/** `Input` is what may be sent: fields with a default may be left out. */
export interface Codec<Value, Input = Value> extends StandardSchema<Input, Value> {
  readonly name: string;
  /** JSON Schema 2020-12, self-contained. */
  readonly schema: JsonSchema;
  /** The value with its defaults; the same object where none were missing. Throws `DecodeError`. */
  decode(value: unknown): Value;
  tryDecode(value: unknown): Decoded<Value>;
  /** From JSON text. Empty text is the empty object, for a type that has no fields. */
  fromJSON(text: string): Value;
  /** To JSON text; a value that is not of the type is refused, whatever the compiler was told. */
  toJSON(value: Input): string;
}

export type Decoded<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly DecodeIssue[] };

export interface CodecOptions {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly decode: Decoder;
}

export function createCodec<Value, Input = Value>({ name, schema, decode }: CodecOptions): Codec<Value, Input> {
  // The decoder was generated from the same schema as the type: without issues, its value is of the type.
  const tryDecode = (input: unknown): Decoded<Value> => {
    const issues = new Issues();
    const value = decode(input, issues);
    return issues.count === 0 ? { value: value as Value } : { issues: issues.describedBy(schema) };
  };
  const decodeOrThrow = (input: unknown): Value => {
    const issues = new Issues();
    const value = decode(input, issues);
    if (issues.count === 0) return value as Value;
    throw new DecodeError(name, issues.describedBy(schema));
  };
  const describe = ({ target }: { target: string }): Record<string, unknown> => ({
    ...convertDraft(schema, target as SchemaTarget),
  });
  return {
    name,
    schema,
    decode: decodeOrThrow,
    tryDecode,
    fromJSON: (text) => decodeOrThrow(text === "" && hasNoFields(schema) ? {} : parseJson(text)),
    toJSON: (value) => JSON.stringify(decodeOrThrow(value)),
    "~standard": {
      version: 1,
      vendor: "kigumi",
      validate: tryDecode,
      jsonSchema: { input: describe, output: describe },
    },
  };
}

function hasNoFields({ type, properties = {} }: JsonSchema): boolean {
  return type === "object" && Object.keys(properties).length === 0;
}
