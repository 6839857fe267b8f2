/**
 * Turns what blocks said about types into JSON Schema 2020-12. User types are built once and referred to by name, so
 * they may contain themselves; values that designs give (defaults, examples, enums) are checked when all types are known.
 */
import { messageOf } from "../../errors/kigumi-error.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { withoutKeywords } from "../../tool/schema/without-keywords.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { Declaration } from "../expressions/declaration.ts";
import type { SchemaExpression } from "../expressions/schema-expression.ts";
import { selfContainedSchema } from "../model/self-contained-schema.ts";
import { suggestName } from "../names/suggest-name.ts";
import type { Located, Place } from "../problem.ts";
import { applyConstraints } from "./apply-constraints.ts";
import { isJsonValue, problemWithValue } from "./check-value.ts";
import { collectFields, isObjectType, isUserType } from "./collect-fields.ts";
import type { DesignType } from "./design-type.ts";
import { isPrimitive, primitiveSchema } from "./primitives.ts";
import { StandardSchemas } from "./standard-schemas.ts";
import { kindOfType, type TypeKind } from "./type-kind.ts";

/** Whether a schema describes what is sent or what comes back, where a library tells the two apart. */
export type TypeRole = "input" | "output";

export class SchemaBuilder {
  readonly types: Record<string, JsonSchema> = {};
  readonly #evaluation: Evaluation;
  readonly #standard: StandardSchemas;
  readonly #given: { readonly schema: JsonSchema; readonly expression: SchemaExpression }[] = [];

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
    const { types } = evaluation.reached;
    // Names of the design come first; schemas of libraries are named around them.
    for (const { name } of types.keys()) this.types[name] = {};
    this.#standard = new StandardSchemas(this.types);
    for (const [{ name }, expression] of types) this.types[name] = this.build(expression, "input");
  }

  build(expression: SchemaExpression, role: TypeRole): JsonSchema {
    const kind = this.#kindOf(expression);
    const schema = applyConstraints(this.#unconstrained(expression, role), kind, expression, this.#evaluation);
    if (givesValues(expression)) this.#given.push({ schema, expression });
    return schema;
  }

  /** Says which defaults, examples and enum values do not fit the type they were given for. */
  checkValues(): void {
    for (const { schema, expression } of this.#given) {
      const whole = selfContainedSchema(schema, this.types);
      const values = expression.constraints.get("enum");
      const accepting = values === undefined ? whole : withoutKeywords(whole, "enum");
      for (const value of (schema.enum ?? []) as readonly unknown[]) {
        if (values !== undefined) this.#checkValue("enum", { ...values, value }, accepting);
      }
      const standard = expression.constraints.get("default");
      if (standard !== undefined && schema.default !== undefined) this.#checkValue("default", standard, whole);
      for (const example of expression.examples) {
        // What JSON cannot hold was told when it was left out.
        if (isJsonValue(example.value)) this.#checkValue("example", example, whole);
      }
    }
  }

  #checkValue(what: string, located: Located<unknown>, schema: JsonSchema): void {
    const problem = problemWithValue(located.value, schema);
    if (problem === undefined) return;
    const message = `the ${what} ${JSON.stringify(located.value)} does not fit its own type: ${problem}`;
    this.#evaluation.report({ code: "invalid_value", message, hint: "Change the value or the type." }, located);
  }

  #kindOf(expression: SchemaExpression): TypeKind {
    const { base, isField, isUnion } = expression;
    if (isUnion) return "union";
    if (base !== undefined) return kindOfType(base);
    return isField && !declaresFields(expression) ? "text" : "object";
  }

  #unconstrained(expression: SchemaExpression, role: TypeRole): JsonSchema {
    const { base, isField, isUnion } = expression;
    if (isUnion) return this.#union(expression, role);
    if (declaresFields(expression)) {
      if (base === undefined || (isUserType(base) && isObjectType(base))) return this.#object(expression, role);
      const message = "fields are declared for a type whose fields are not known here";
      const hint = "Leave out the type to declare an object, or the fields to keep the type.";
      this.#evaluation.report({ code: "invalid_type", message, hint }, expression);
    }
    if (base !== undefined) return this.typeSchema(base, role, expression);
    return isField ? { type: "string" } : this.#object(expression, role);
  }

  typeSchema(type: DesignType, role: TypeRole, place: Place): JsonSchema {
    if (isPrimitive(type)) return primitiveSchema(type);
    if (type instanceof Declaration) return this.#declared(type, role, place);
    try {
      return this.#standard.schemaOf(type, role, place);
    } catch (error) {
      this.#evaluation.report({ code: "invalid_type", message: messageOf(error) }, place);
      return {};
    }
  }

  #declared(type: Extract<DesignType, Declaration>, role: TypeRole, place: Place): JsonSchema {
    const { reached } = this.#evaluation;
    switch (type.kind) {
      case "type":
        return { $ref: `#/$defs/${type.name}` };
      case "union":
        return { anyOf: type.alternatives.map((alternative) => this.typeSchema(alternative, role, place)) };
      case "list":
        return { type: "array", items: this.build(reached.element(type), role) };
      case "map":
        return {
          type: "object",
          ...this.#keys(type.key, role, place),
          additionalProperties: this.build(reached.element(type), role),
        };
    }
  }

  /** Keys are texts in JSON; a type that constrains them is kept. */
  #keys(key: DesignType, role: TypeRole, place: Place): JsonSchema {
    if (key === String) return {};
    if (kindOfType(key) === "text") return { propertyNames: this.typeSchema(key, role, place) };
    const hint = "Write MapOf(String, …).";
    this.#evaluation.report({ code: "invalid_map_key", message: "the keys of a map have to be texts", hint }, place);
    return {};
  }

  /** Each variant under its name, so that whoever reads a value knows which one it is. */
  #union(expression: SchemaExpression, role: TypeRole): JsonSchema {
    const { fields } = collectFields(expression, this.#evaluation);
    if (fields.size === 0) {
      const hint = "Declare its variants with Attribute(…).";
      this.#evaluation.report({ code: "invalid_type", message: "the union has no variants", hint }, expression);
    }
    const variants = [...fields.values()].map(({ name, schema }) => {
      const { description, ...value } = this.build(schema, role);
      return {
        type: "object",
        ...(description === undefined ? {} : { description }),
        properties: { type: { type: "string", const: name }, value },
        required: ["type", "value"],
        additionalProperties: false,
      } as const;
    });
    return { anyOf: variants };
  }

  #object(expression: SchemaExpression, role: TypeRole): JsonSchema {
    const { fields, required } = collectFields(expression, this.#evaluation);
    const properties = [...fields.values()].map(({ name, schema }) => [name, this.build(schema, role)] as const);
    const known = required.filter((field) => fields.has(field.value) || this.#reportUnknown(field, fields, expression));
    const names = [...new Set(known.map(({ value }) => value))];
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(names.length === 0 ? {} : { required: names }),
      additionalProperties: false,
    };
  }

  #reportUnknown(field: Located<string>, fields: ReadonlyMap<string, unknown>, { required }: SchemaExpression): false {
    // What an extended type requires and does not have is told where that type is built.
    if (field.value === "" || !required.includes(field)) return false;
    const message = `"${field.value}" is required, but the type has no such field`;
    const hint = suggestName(field.value, fields.keys());
    this.#evaluation.report({ code: "unknown_field", message, hint }, field);
    return false;
  }
}

function givesValues({ constraints, examples }: SchemaExpression): boolean {
  return constraints.has("default") || constraints.has("enum") || examples.length > 0;
}

/** Whether the block says something about fields, so that the type is an object of its own. */
export function declaresFields({ fields, required, extended }: SchemaExpression): boolean {
  return fields.length > 0 || required.length > 0 || extended.length > 0;
}

/** Whether nothing was said of a type but that there is one. */
export function isEmpty(expression: SchemaExpression): boolean {
  return expression.base === undefined && !declaresFields(expression);
}
