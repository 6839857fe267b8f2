/**
 * Dependencies as JSON text and back. What is written can be read: a value is searched to its depths first, and one
 * that a schema describes is read back by that schema before the text is handed out.
 */
import { KigumiError, messageOf } from "../../../errors/kigumi-error.ts";
import type { JsonValue } from "../../../json/json.ts";
import { parseJson } from "../../../json/parse-json.ts";
import { isStandardSchema, type StandardSchema } from "../../../tool/schema/standard-schema.ts";
import { formatPath, type ValidationIssue } from "../../../tool/schema/validation-issue.ts";
import { UnsupportedDepsTypeError } from "../tool-errors.ts";
import { type DataClass, schemaOf } from "./data-class.ts";
import { findUnserializable, typeNameOf } from "./find-unserializable.ts";
import { assertResolvable, validateNow } from "./resolve-schema.ts";

/** With a schema, an object's own `toJSON` is used wherever it has one. */
export function serializeDeps<T>(value: T, schema?: StandardSchema<unknown, T>): string {
  const typeName = typeNameOf(value);
  if (schema !== undefined) assertResolvable(schema, typeName);
  const found = findUnserializable(value, { believesToJson: schema !== undefined });
  if (found !== undefined) throw new UnsupportedDepsTypeError(found.typeName, found.path, found.problem);

  const text = write(value, typeName);
  if (schema === undefined) return text;
  const { issues } = validateNow(schema, parseJson(text), typeName);
  if (issues === undefined) return text;
  throw new UnsupportedDepsTypeError(
    typeName,
    "$",
    `does not come back from JSON as its schema says: ${listed(issues)}`,
  );
}

/** Without a type: the plain data. With one, what it makes of the data; data that does not fit is an error. */
export function deserializeDeps(json: string): JsonValue;
export function deserializeDeps<T>(json: string, type: StandardSchema<unknown, T> | DataClass<T>): T;
export function deserializeDeps(json: string, type?: StandardSchema | DataClass<unknown>): unknown {
  const data = parseJson(json);
  if (type === undefined) return data;
  if (isStandardSchema(type)) return checked(type, data, "dependencies");

  const schema = schemaOf(type);
  if (schema === undefined && type.fromJSON === undefined) {
    throw new UnsupportedDepsTypeError(type.name, "$", "has neither a static schema nor a static fromJSON");
  }
  const fields = schema === undefined ? data : checked(schema, data, type.name);
  if (type.fromJSON !== undefined) return type.fromJSON(fields);
  return Object.assign(Object.create(type.prototype as object), fields);
}

/** True for what `serializeDeps` takes. Never throws. */
export function isSerializable(value: unknown, schema?: StandardSchema): boolean {
  try {
    serializeDeps(value, schema);
    return true;
  } catch {
    return false;
  }
}

function write(value: unknown, typeName: string): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // It could be read a moment ago: a getter that changed its mind.
    throw new UnsupportedDepsTypeError(typeName, "$", `cannot be read: ${messageOf(error)}`);
  }
}

function checked(schema: StandardSchema, data: unknown, typeName: string): unknown {
  const validated = validateNow(schema, data, typeName);
  if (validated.issues === undefined) return validated.value;
  throw new KigumiError({
    code: "invalid_deps",
    message: `the JSON does not fit the schema of ${typeName}: ${listed(validated.issues)}`,
    data: { typeName, issues: validated.issues },
  });
}

function listed(issues: readonly ValidationIssue[]): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${formatPath(path)} ${message}`)).join("; ");
}
