/** The functions for types and their fields. */
import { type Block, declare } from "../expressions/declaration.ts";
import { createSchemaExpression, type SchemaExpression } from "../expressions/schema-expression.ts";
import {
  asDeclaration,
  blockFunction,
  type Call,
  declaringFunction,
  defineFunction,
  inBlock,
} from "../functions/design-function.ts";
import { typeSpecs as specs } from "../functions/specs/types.ts";
import type { DesignType, ListType, MapType, UnionType, UserType } from "../types/design-type.ts";
import { Any } from "../types/primitives.ts";

export interface TypeFunction {
  (name: string, block: Block): UserType;
  (name: string, type: DesignType, block?: Block): UserType;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const Type: TypeFunction = declaringFunction(
  specs.Type,
  ({ site, faults }, name = "", shape = {}, refinement) => {
    const fault = {
      code: "invalid_name",
      message: `Type: ${JSON.stringify(name)} cannot be the name of a type`,
      hint: 'Types become types of generated code; use letters, digits and "_", such as "SearchParams".',
    } as const;
    const call = { site, faults: name === "" || identifier.test(name) ? faults : [...faults, fault] };
    const block = shape.block ?? refinement;
    return declare<UserType>("type", call, { name, base: shape.type, block });
  },
);

export const ArrayOf: (type: DesignType, block?: Block) => ListType = declaringFunction(
  specs.ArrayOf,
  (call, element = Any, block) => declare<ListType>("list", call, { element, block }),
);

export const MapOf: (key: DesignType, value: DesignType, block?: Block) => MapType = declaringFunction(
  specs.MapOf,
  (call, key = String, value = Any, block) => declare<MapType>("map", call, { key, value, block }),
);

export interface OneOfFunction {
  /** A type. */
  (...types: readonly [DesignType, ...DesignType[]]): UnionType;
  /** A field of the type around it. */
  (name: string, block: Block): void;
  (name: string, description: string, block: Block): void;
}

const unionOfTypes = asDeclaration(specs.OneOfTypes, (call, alternatives = []) =>
  declare<UnionType>("union", call, { alternatives }),
);

const unionField = inBlock(specs.OneOfField, (call, name, description, block) => {
  addField(call, { name, description, block, isUnion: true });
});

// Two functions under one name: whether it declares a field or makes a type can be seen by its first argument.
export const OneOf: OneOfFunction = defineFunction([specs.OneOfField, specs.OneOfTypes], (site, args) =>
  typeof args[0] === "string" ? unionField(site, args) : unionOfTypes(site, args),
) as OneOfFunction;

export interface AttributeFunction {
  (name: string, block?: Block): void;
  (name: string, type: DesignType, block?: Block): void;
  (name: string, type: DesignType, description: string, block?: Block): void;
}

export const Attribute: AttributeFunction = blockFunction(specs.Attribute, (call, name, type, description, block) => {
  addField(call, { name, type, description, block });
});

export interface FieldFunction {
  (number: number, name: string, block?: Block): void;
  (number: number, name: string, type: DesignType, block?: Block): void;
  (number: number, name: string, type: DesignType, description: string, block?: Block): void;
}

export const Field: FieldFunction = blockFunction(specs.Field, (call, number, name, type, description, block) => {
  addField(call, { name, type, description, block, number });
});

export const Required: (...fields: string[]) => void = blockFunction(specs.Required, (call, fields) => {
  for (const field of fields) call.expression.required.push(call.at(field));
});

export const Extend: (type: UserType) => void = blockFunction(specs.Extend, (call, type) => {
  call.evaluation.reached.designType(type);
  call.expression.extended.push(call.at(type));
});

interface FieldFacts {
  readonly name: string;
  readonly type?: DesignType | undefined;
  readonly description: string | undefined;
  readonly block: Block | undefined;
  readonly number?: number;
  readonly isUnion?: boolean;
}

function addField(call: Call<"Schema">, facts: FieldFacts): void {
  const { name, type, description, block, number, isUnion = false } = facts;
  const { evaluation, expression: owner, site } = call;
  const path = [...call.path, name];
  const schema: SchemaExpression = createSchemaExpression({ site, path }, { base: type, isField: true, isUnion });
  if (description !== undefined) schema.description = call.at(description);
  if (type !== undefined) evaluation.reached.designType(type);
  owner.fields.push({ site, path, name, number, schema });
  evaluation.run({ context: "Schema", expression: schema, path }, block);
}
