/**
 * Validates plain JSON Schema with ajv, loaded when the first such schema is used and compiled once per schema.
 * A schema from elsewhere is outside input: its patterns run on a linear-time engine, and one that engine cannot
 * express is left to the schema's owner.
 */
import type { ErrorObject, ValidateFunction } from "ajv";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { compileLinearPattern } from "../../pattern/linear-pattern.ts";
import { gapFillerOf, INHERITED_NAMES } from "./fill-gaps.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "./json-schema.ts";
import { describeReceived, type ValidationIssue } from "./validation-issue.ts";
import type { Validator } from "./validator.ts";

export async function createAjvValidator(schema: JsonSchema, isForeign: boolean): Promise<Validator> {
  const ajv = await loadAjv(schema, isForeign);
  let validate: ValidateFunction;
  try {
    validate = ajv.compile(schema);
  } catch (cause) {
    throw new KigumiError({
      code: "invalid_schema",
      message: `not a usable JSON Schema: ${messageOf(cause)}`,
      cause,
    });
  }
  // The instance would keep every schema it ever compiled; the caller's cache is the only one.
  ajv.removeSchema(schema);
  const fillsDefaults = !isForeign && mentionsDefault(schema);
  const fillGaps = fillsDefaults ? gapFillerOf(schema, alternativeCheck(ajv, schema)) : undefined;
  return (input) => {
    // Filling defaults writes into the value, which belongs to the caller.
    const own = fillsDefaults ? structuredClone(input) : input;
    try {
      const value = fillGaps === undefined ? own : fillGaps(own);
      return validate(value) ? { value } : { issues: fromAjvErrors(validate.errors ?? [], schema) };
    } catch (error) {
      // ajv calls methods of the value it compares ("toString", "valueOf"), which a model may have sent as keys.
      return { issues: [{ path: [], constraint: "custom", message: `cannot be checked: ${messageOf(error)}` }] };
    }
  };
}

/** Each alternative is compiled when a value is first held against it, and kept for as long as the validator. */
function alternativeCheck(ajv: AjvLike, root: JsonSchema) {
  const { $schema, $defs, definitions } = root;
  // An alternative that refers to places outside of its definitions cannot be held against a value by itself.
  const isPortable = !/"\$ref":"(?!#\/(?:\$defs|definitions)\/)/.test(JSON.stringify(root));
  const compiled = new Map<JsonSchemaNode, ValidateFunction>();
  return (value: unknown, alternative: JsonSchemaNode): boolean => {
    if (!isSchemaObject(alternative)) return alternative;
    if (!isPortable) return false;
    let validate = compiled.get(alternative);
    if (validate === undefined) {
      // What it refers to comes along.
      const schema = Object.fromEntries(
        Object.entries({ $schema, $defs, definitions, ...alternative }).filter(([, it]) => it !== undefined),
      );
      validate = ajv.compile(schema);
      ajv.removeSchema(schema);
      compiled.set(alternative, validate);
    }
    return validate(value) === true;
  };
}

type AjvLike = { compile(schema: JsonSchema): ValidateFunction; removeSchema(schema: JsonSchema): unknown };

const instances = new Map<string, Promise<AjvLike>>();

function loadAjv(schema: JsonSchema, isForeign: boolean): Promise<AjvLike> {
  const isOldDraft = /draft-0[467]/.test(schema.$schema ?? "");
  const dialect = { isOldDraft, isForeign, ownProperties: mentionsInherited(schema) };
  const key = Object.values(dialect).join();
  let instance = instances.get(key);
  if (instance === undefined) {
    instance = createAjv(dialect);
    instances.set(key, instance);
  }
  return instance;
}

interface Dialect {
  readonly isOldDraft: boolean;
  readonly isForeign: boolean;
  /** Asking whether every property is the value's own takes as long as all other checks together. */
  readonly ownProperties: boolean;
}

async function createAjv({ isOldDraft, isForeign, ownProperties }: Dialect): Promise<AjvLike> {
  const [{ default: ajvModule }, { default: formatsModule }] = await Promise.all([
    isOldDraft ? import("ajv") : import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  const Ajv = ajvModule as unknown as typeof ajvModule.default;
  const addFormats = formatsModule as unknown as typeof formatsModule.default;
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    addUsedSchema: false,
    // A format that nobody knows is passed over, as the standard wants it, and not told to a console.
    logger: false,
    ownProperties,
    useDefaults: !isForeign,
    ...(isForeign ? { code: { regExp: linearRegExp } } : {}),
  });
  addFormats(ajv);
  // Widths that only describe: what they allow is said by `minimum` and `maximum` beside them.
  for (const width of ["uint32", "uint64"]) ajv.addFormat(width, true);
  return ajv as AjvLike;
}

/** What ajv expects of a regular expression engine; `code` is only used for standalone code, which we never write. */
const linearRegExp = Object.assign(
  (pattern: string): { test(text: string): boolean; toString(): string } => {
    // ajv tells patterns apart by their text form.
    const text = { toString: () => pattern };
    try {
      const compiled = compileLinearPattern(pattern);
      return { test: (value) => compiled.test(value), ...text };
    } catch {
      return { test: () => true, ...text };
    }
  },
  { code: "" },
);

/** A field named "constructor" would always seem to be there: every object inherits one. */
function mentionsInherited(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return INHERITED_NAMES.has(node);
  return Object.keys(node).some((key) => INHERITED_NAMES.has(key)) || Object.values(node).some(mentionsInherited);
}

function mentionsDefault(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return Object.hasOwn(node, "default") || Object.values(node).some(mentionsDefault);
}

function fromAjvErrors(errors: readonly ErrorObject[], root: JsonSchema): ValidationIssue[] {
  // A failed union reports every branch and then itself; the union's own line is enough beside the deepest cause.
  const specific = errors.filter((error) => error.keyword !== "if");
  return specific.map((error) => fromAjvError(error, root));
}

function fromAjvError(error: ErrorObject, root: JsonSchema): ValidationIssue {
  const path = pathOf(error.instancePath);
  const received = describeReceived(error.data);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required": {
      const key = String(params.missingProperty);
      return missing(
        [...path, key],
        expectedOf((error.parentSchema as JsonSchema | undefined)?.properties?.[key], root),
      );
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = String(params.additionalProperty ?? params.unevaluatedProperty);
      const allowed = Object.keys((error.parentSchema?.properties ?? {}) as object);
      const hint = allowed.length === 0 ? "" : `; allowed keys: ${allowed.join(", ")}`;
      return { path: [...path, key], constraint: "unknown_key", message: `unknown key${hint}`, received: key, allowed };
    }
    case "type":
      return expecting(path, "type", [params.type].flat().join(" or "), received);
    case "enum": {
      const allowed = params.allowedValues as unknown[];
      const expected = `one of ${allowed.map((value) => JSON.stringify(value)).join(", ")}`;
      return { ...expecting(path, "enum", expected, received), allowed };
    }
    case "const":
      return expecting(path, "const", JSON.stringify(params.allowedValue), received);
    case "anyOf":
    case "oneOf":
      return { path, constraint: "union", message: "matches none of the alternatives", received };
    default:
      return expecting(
        path,
        error.keyword,
        (error.message ?? error.keyword).replace(/^must /, "a value that must "),
        received,
      );
  }
}

function missing(path: ValidationIssue["path"], expected: string | undefined): ValidationIssue {
  const issue = { path, constraint: "required", received: "nothing" };
  if (expected === undefined) return { ...issue, message: "required, but missing" };
  return { ...issue, message: `required, but missing (expected ${expected})`, expected };
}

function expectedOf(node: JsonSchemaNode | undefined, root: JsonSchema): string | undefined {
  const declared = isSchemaObject(node) && typeof node.$ref === "string" ? resolveRef(root, node.$ref) : node;
  if (!isSchemaObject(declared)) return undefined;
  const { type, enum: values, const: value } = declared;
  if (type !== undefined) return [type].flat().join(" or ");
  return values === undefined && value === undefined ? undefined : "one of the allowed values";
}

function expecting(path: ValidationIssue["path"], constraint: string, expected: string, received: string) {
  return { path, constraint, message: `expected ${expected}, received ${received}`, expected, received };
}

function pathOf(pointer: string): (string | number)[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((token) => (/^\d+$/.test(token) ? Number(token) : token));
}
