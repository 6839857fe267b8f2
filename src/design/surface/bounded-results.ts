/** The functions for results that may be a part of something larger. */
import type { Block } from "../expressions/declaration.ts";
import type { BoundsExpression } from "../expressions/tool-expression.ts";
import { blockFunction } from "../functions/design-function.ts";
import { boundedResultSpecs as specs } from "../functions/specs/bounded-results.ts";
import { setOnce } from "./set-once.ts";

export const BoundedResult: (block?: Block) => void = blockFunction(specs.BoundedResult, (call, block) => {
  const { evaluation, expression: tool, site, path } = call;
  const bounds: BoundsExpression = { site, path };
  setOnce(call, tool, "bounds", bounds, "BoundedResult");
  evaluation.run({ context: "BoundedResult", expression: bounds, path }, block);
});

export const Cursor: (field: string) => void = blockFunction(specs.Cursor, (call, field) => {
  setOnce(call, call.expression, "cursor", call.at(field), "Cursor");
});

export const NextCursor: (field: string) => void = blockFunction(specs.NextCursor, (call, field) => {
  setOnce(call, call.expression, "nextCursor", call.at(field), "NextCursor");
});
