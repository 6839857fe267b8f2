/** What `Args`, `Return`, `Payload` and their like have in common: a type or a block, a description, a second block. */
import type { ContextName } from "../evaluation/contexts.ts";
import type { Block } from "../expressions/declaration.ts";
import { createSchemaExpression, type SchemaExpression } from "../expressions/schema-expression.ts";
import type { Call } from "../functions/design-function.ts";
import type { Shape } from "../functions/design-parameters.ts";
import type { DesignType } from "../types/design-type.ts";

export interface ShapeFunction {
  (type: DesignType | Block, block?: Block): void;
  (type: DesignType | Block, description: string, block?: Block): void;
}

/** The second block refines the type that was given first. */
export function declareShape(
  call: Call<ContextName>,
  { type, block }: Shape,
  description: string | undefined,
  refinement: Block | undefined,
): SchemaExpression {
  const { evaluation, path } = call;
  const schema = createSchemaExpression(call, { base: type });
  if (description !== undefined) schema.description = call.at(description);
  if (type !== undefined) evaluation.reached.designType(type);
  evaluation.run({ context: "Schema", expression: schema, path }, block);
  evaluation.run({ context: "Schema", expression: schema, path }, refinement);
  return schema;
}
