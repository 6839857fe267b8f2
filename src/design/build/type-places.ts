/** The places of a design that hold types, each built once however often it is asked for, with a name of its own. */
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import type { SchemaExpression } from "../expressions/schema-expression.ts";
import { selfContainedSchema } from "../model/self-contained-schema.ts";
import type { PayloadPlace, TypePlace } from "../model/type-place.ts";
import { uniqueName } from "../names/unique-name.ts";
import { isUserType } from "../types/collect-fields.ts";
import { declaresFields, type SchemaBuilder, type TypeRole } from "../types/schema-builder.ts";

/** The fields of an object type. */
export interface ObjectFields {
  readonly properties: Readonly<Record<string, JsonSchemaNode>>;
  readonly required: readonly string[];
}

/** What a tool without arguments takes. */
const nothing: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

export class TypePlaces {
  readonly #schemas: SchemaBuilder;
  readonly #known = new Map<SchemaExpression, TypePlace>();
  readonly #wholes = new Map<JsonSchema, JsonSchema>();

  constructor(schemas: SchemaBuilder) {
    this.#schemas = schemas;
  }

  /** `name`: what the type is called unless it is a user type as it was declared. */
  placeOf(expression: SchemaExpression, name: string, role: TypeRole): TypePlace {
    let place = this.#known.get(expression);
    if (place === undefined) {
      place = this.#build(expression, name, role);
      this.#known.set(expression, place);
    }
    return place;
  }

  /** A type that is made here and not declared. */
  named(name: string, schema: JsonSchema): TypePlace {
    return { name: uniqueName(name, (each) => Object.hasOwn(this.#schemas.types, each)), schema };
  }

  /** Arguments are objects: a single value travels as a property. */
  payloadOf(place: TypePlace | undefined, name: string): PayloadPlace {
    if (place === undefined) return this.named(name, nothing);
    if (this.#isObject(place.schema)) return place;
    const properties = { value: place.schema };
    const schema: JsonSchema = { type: "object", properties, required: ["value"], additionalProperties: false };
    return { ...this.named(name, schema), isWrapped: true };
  }

  /** The schema with whatever it refers to. */
  whole(schema: JsonSchema): JsonSchema {
    let whole = this.#wholes.get(schema);
    if (whole === undefined) {
      whole = selfContainedSchema(schema, this.#schemas.types);
      this.#wholes.set(schema, whole);
    }
    return whole;
  }

  /** Undefined when the type is no object with named fields. */
  fieldsOf(schema: JsonSchema): ObjectFields | undefined {
    const { properties, required = [] } = this.whole(schema);
    return properties === undefined ? undefined : { properties, required };
  }

  /** What a field may hold, as far as its own keywords say; references are followed. */
  fieldSchema({ properties }: ObjectFields, name: string): JsonSchema | undefined {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isSchemaObject(node) ? this.whole(node) : undefined;
  }

  #build(expression: SchemaExpression, name: string, role: TypeRole): TypePlace {
    const { base } = expression;
    const schema = this.#schemas.build(expression, role);
    if (!isUserType(base)) return this.named(name, schema);
    return declaresFields(expression) ? this.named(base.name + name, schema) : { name: base.name, schema };
  }

  #isObject(schema: JsonSchema): boolean {
    const { type, anyOf } = this.whole(schema);
    if (anyOf === undefined) return type === "object";
    return anyOf.every((branch) => isSchemaObject(branch) && this.#isObject(branch));
  }
}
