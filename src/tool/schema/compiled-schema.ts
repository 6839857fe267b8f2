/**
 * A schema made ready: its JSON Schema in either draft and its validator, each made on first need and kept for as
 * long as the schema object itself lives. Nothing here is done per call.
 */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { createAjvValidator } from "./ajv-validator.ts";
import { closeObjects } from "./close-objects.ts";
import { convertDraft } from "./convert-draft.ts";
import { isClosed } from "./is-closed.ts";
import type { JsonSchema, SchemaTarget } from "./json-schema.ts";
import { refusingProtoKeys } from "./proto-key.ts";
import { isStandardSchema, type StandardSchema } from "./standard-schema.ts";
import { createStandardValidator } from "./standard-validator.ts";
import type { ToolSchema } from "./tool-schema.ts";
import { buildKeyCheck } from "./unknown-keys.ts";
import type { Validator } from "./validator.ts";

/** `foreign`: the schema is another party's and is passed on, and validated, exactly as it came. */
export type SchemaRole = "input" | "output" | "foreign";

export class CompiledSchema {
  readonly #source: ToolSchema;
  readonly #role: SchemaRole;
  readonly #documents = new Map<SchemaTarget, JsonSchema>();
  #validator: Validator | undefined;
  #loading: Promise<Validator> | undefined;

  constructor(source: ToolSchema, role: SchemaRole) {
    this.#source = source;
    this.#role = role;
  }

  /** The schema as a document: closed objects, no `$schema`. */
  document(target: SchemaTarget): JsonSchema {
    let document = this.#documents.get(target);
    if (document === undefined) {
      document = this.#describe(target);
      this.#documents.set(target, document);
    }
    return document;
  }

  /** The validator when it is ready; `load` makes it so. */
  get validator(): Validator | undefined {
    return this.#validator;
  }

  /** Calls that come first together wait for one compilation. */
  load(): Promise<Validator> {
    this.#loading ??= this.#compile();
    return this.#loading;
  }

  async #compile(): Promise<Validator> {
    const source = this.#source;
    const document = this.document("draft-2020-12");
    const validator = isStandardSchema(source)
      ? await createStandardValidator(source, this.#role === "input" ? buildKeyCheck(document) : undefined)
      : await createAjvValidator(document, this.#role === "foreign");
    const isGuarded = this.#role === "output" || isClosed(document);
    this.#validator = isGuarded ? validator : refusingProtoKeys(validator);
    return this.#validator;
  }

  #describe(target: SchemaTarget): JsonSchema {
    const source = this.#source;
    if (isStandardSchema(source)) {
      const { $schema: _, ...document } = describeStandard(source, target, this.#role);
      return this.#role === "input" ? closeObjects(document, target) : document;
    }
    if (this.#role === "foreign") return source;
    const document = convertDraft(source, target);
    return this.#role === "input" ? closeObjects(document, target) : document;
  }
}

const caches: Record<SchemaRole, WeakMap<object, CompiledSchema>> = {
  input: new WeakMap(),
  output: new WeakMap(),
  foreign: new WeakMap(),
};

export function compileSchema(schema: ToolSchema, role: SchemaRole): CompiledSchema {
  let compiled = caches[role].get(schema);
  if (compiled === undefined) {
    compiled = new CompiledSchema(schema, role);
    caches[role].set(schema, compiled);
  }
  return compiled;
}

function describeStandard(schema: StandardSchema, target: SchemaTarget, role: SchemaRole): JsonSchema {
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema === undefined) {
    throw new KigumiError({
      code: "schema_not_describable",
      message: `this ${vendor} schema cannot describe itself as JSON Schema; use zod 4.2 or newer, a library with Standard JSON Schema, or plain JSON Schema`,
      data: { vendor },
    });
  }
  try {
    return role === "output" ? jsonSchema.output({ target }) : jsonSchema.input({ target });
  } catch (cause) {
    throw new KigumiError({
      code: "schema_not_representable",
      message: `JSON Schema cannot express this ${vendor} schema: ${messageOf(cause)}. Use a type JSON has (for a date: an ISO string) and convert it in execute`,
      data: { vendor },
      cause,
    });
  }
}
