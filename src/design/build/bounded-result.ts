/**
 * The result of a bounded tool says how much of the whole it is. Fields that are not declared are added; those that are
 * have to be what everybody expects under their names.
 */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { typesOf } from "../../tool/schema/json-schema.ts";
import { checkCursor } from "../checks/check-cursors.ts";
import type { BoundsExpression, ToolExpression } from "../expressions/tool-expression.ts";
import type { TypePlace } from "../model/type-place.ts";
import { typeNameOf } from "../names/type-name.ts";
import type { BuildContext } from "./build-context.ts";
import type { ObjectFields } from "./type-places.ts";

interface BoundsField {
  readonly schema: JsonSchema & { readonly type: "integer" | "boolean" | "string" };
  readonly isRequired: boolean;
}

const boundsFields: Readonly<Record<string, BoundsField>> = {
  returned: {
    schema: { type: "integer", format: "int64", minimum: 0, description: "How many are returned" },
    isRequired: true,
  },
  truncated: { schema: { type: "boolean", description: "Whether there is more than is returned" }, isRequired: true },
  total: {
    schema: { type: "integer", format: "int64", minimum: 0, description: "How many there are" },
    isRequired: false,
  },
  refinement_hint: { schema: { type: "string", description: "How to ask for less" }, isRequired: false },
};

export function boundedResult(
  tool: ToolExpression,
  result: TypePlace | undefined,
  context: BuildContext,
): TypePlace | undefined {
  const { bounds } = tool;
  if (bounds === undefined) return result;
  const { evaluation, places } = context;
  const fields = result && places.fieldsOf(result.schema);
  if (result === undefined || fields === undefined || Object.keys(fields.properties).length === 0) {
    const message = "a bounded result has to be an object with fields";
    const hint = "Declare what is returned with Return(() => { Attribute(…) }).";
    evaluation.report({ code: "invalid_bounds", message, hint }, bounds);
    return result;
  }
  for (const [name, expected] of Object.entries(boundsFields)) checkDeclared(name, expected, fields, bounds, context);
  checkCursor(bounds.nextCursor, fields, "the result has", context);
  return complete(tool, result, fields, context);
}

function checkDeclared(
  name: string,
  { schema, isRequired }: BoundsField,
  fields: ObjectFields,
  bounds: BoundsExpression,
  { evaluation, places }: BuildContext,
): void {
  if (!Object.hasOwn(fields.properties, name)) return;
  const declared = places.fieldSchema(fields, name);
  const isOfType = declared !== undefined && typesOf(declared).length === 1 && declared.type === schema.type;
  if (isOfType && fields.required.includes(name) === isRequired) return;
  const message = `"${name}" of a bounded result has to be ${isRequired ? "a required" : "an optional"} ${schema.type}`;
  const hint = "Declare it so, or leave it out: it is added.";
  evaluation.report({ code: "invalid_bounds", message, hint }, bounds);
}

/** A type of its own when something had to be added: the declared one may be in use elsewhere. */
function complete(tool: ToolExpression, result: TypePlace, fields: ObjectFields, { places }: BuildContext): TypePlace {
  const added = Object.entries(boundsFields).filter(([name]) => !Object.hasOwn(fields.properties, name));
  if (added.length === 0) return result;
  const { $defs: _, properties = {}, required = [], ...rest } = places.whole(result.schema);
  const schema: JsonSchema = {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(added.map(([name, field]) => [name, field.schema])) },
    required: [...required, ...added.filter(([, field]) => field.isRequired).map(([name]) => name)],
  };
  const own = `${typeNameOf(tool.name)}Result`;
  return places.named(result.name === own ? own : `${result.name}${own}`, schema);
}
