/**
 * Classes whose instances are data: those that say how to come back from JSON. Either a static `fromJSON` makes an
 * instance, or a static `schema` describes its fields and there is no more to an instance than those.
 */
import { messageOf } from "../../../errors/kigumi-error.ts";
import { isStandardSchema, type StandardSchema } from "../../../tool/schema/standard-schema.ts";
import { TypeHintResolutionError } from "../tool-errors.ts";

export interface DataClass<T> {
  readonly name: string;
  readonly prototype: T;
  /** Checks the data before anything is made of it. */
  readonly schema?: StandardSchema;
  /** Needed when instances have a `toJSON`, private fields or instances of other classes in them. */
  fromJSON?(data: unknown): T;
}

/** The class of an instance when it is one of data. */
export function dataClassOf(instance: object): DataClass<unknown> | undefined {
  const type: unknown = instance.constructor;
  if (typeof type !== "function") return undefined;
  const dataClass = type as unknown as DataClass<unknown>;
  if (typeof dataClass.fromJSON === "function") return dataClass;
  return schemaOf(dataClass) !== undefined && !hasToJson(instance) ? dataClass : undefined;
}

/** The class's schema. One that is made on demand may refer to what does not exist yet. */
export function schemaOf(type: DataClass<unknown>): StandardSchema | undefined {
  let schema: unknown;
  try {
    schema = type.schema;
  } catch (cause) {
    throw new TypeHintResolutionError(type.name, messageOf(cause), cause);
  }
  const isSchema = (typeof schema === "object" || typeof schema === "function") && schema !== null;
  return isSchema && isStandardSchema(schema as object) ? (schema as StandardSchema) : undefined;
}

export function hasToJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
