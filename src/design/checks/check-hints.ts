/** Hints are templates: one over the arguments, one over the result, which may also speak of both and of the bounds. */
import { withoutFields } from "../../tool/inject.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import type { Hints } from "../../tool/spec.ts";
import type { BuildContext } from "../build/build-context.ts";
import type { ToolExpression } from "../expressions/expressions.ts";
import type { PayloadPlace, TypePlace } from "../model/type-place.ts";
import { readTemplate } from "./check-template.ts";

export interface ToolTypes {
  readonly payload: PayloadPlace;
  readonly result: TypePlace | undefined;
}

export function checkHints(tool: ToolExpression, types: ToolTypes, context: BuildContext): Hints | undefined {
  const { callHint, resultHint } = tool;
  const { evaluation } = context;
  if (callHint !== undefined)
    readTemplate(callHint, visibleArguments(tool, types, context), "the call hint", evaluation);
  if (resultHint !== undefined)
    readTemplate(resultHint, resultData(tool, types, context), "the result hint", evaluation);
  if (callHint === undefined && resultHint === undefined) return undefined;
  return { ...(callHint && { call: callHint.value }), ...(resultHint && { result: resultHint.value }) };
}

/** The arguments as a model gives them: what is injected is not there yet. */
export function visibleArguments(
  { inject }: ToolExpression,
  { payload }: ToolTypes,
  { places }: BuildContext,
): JsonSchema {
  const whole = places.whole(payload.schema);
  return inject.length === 0
    ? whole
    : withoutFields(
        whole,
        inject.map(({ value }) => value),
      );
}

const bounds: JsonSchema = {
  type: ["object", "null"],
  properties: {
    returned: { type: "integer" },
    total: { type: "integer" },
    truncated: { type: "boolean" },
    nextCursor: { type: "string" },
    refinementHint: { type: "string" },
  },
  additionalProperties: false,
};

/** Either the fields of the result themselves, or the result beside the arguments and the bounds. */
function resultData(tool: ToolExpression, types: ToolTypes, context: BuildContext): JsonSchema {
  const { $defs: argumentTypes, ...args } = visibleArguments(tool, types, context);
  const { $defs: resultTypes, ...result } = context.places.whole(types.result?.schema ?? { type: "null" });
  const wrapper = { type: "object", properties: { args, result, bounds }, additionalProperties: false } as const;
  return { anyOf: [result, wrapper], $defs: { ...argumentTypes, ...resultTypes } };
}
