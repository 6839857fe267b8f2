/** Hints are templates: one over the arguments, one over the result, which may also speak of both and of the bounds. */
import { BOUNDS_SCHEMA } from "../../tool/bounds-schema.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Hints } from "../../tool/spec.ts";
import type { BuildContext } from "../build/build-context.ts";
import type { ToolTypes } from "../build/tool-types.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";
import { readTemplate } from "./check-template.ts";

export function checkHints(tool: ToolExpression, types: ToolTypes, context: BuildContext): Hints | undefined {
  const { callHint, resultHint } = tool;
  const { evaluation } = context;
  if (callHint !== undefined) readTemplate(callHint, types.visible, "the call hint", evaluation);
  if (resultHint !== undefined) readTemplate(resultHint, resultData(types, context), "the result hint", evaluation);
  if (callHint === undefined && resultHint === undefined) return undefined;
  return { ...(callHint && { call: callHint.value }), ...(resultHint && { result: resultHint.value }) };
}

/** Either the fields of the result themselves, or the result beside the arguments and the bounds. */
function resultData(types: ToolTypes, context: BuildContext): JsonSchema {
  const { $defs: argumentTypes, ...args } = types.visible;
  const { $defs: resultTypes, ...result } = context.places.whole(types.result?.schema ?? { type: "null" });
  const properties = { args, result, bounds: BOUNDS_SCHEMA };
  const wrapper = { type: "object", properties, additionalProperties: false } as const;
  return { anyOf: [result, wrapper], $defs: { ...argumentTypes, ...resultTypes } };
}
