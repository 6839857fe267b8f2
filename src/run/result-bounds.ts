/**
 * The promise of a bounded tool: every success says how much of the whole it is, and how to get the rest. A result that
 * breaks it is malformed: the planner is told so instead of mistaking a part for everything.
 */
import { isObject, type JsonObject } from "../json/json.ts";
import type { ResultBounds, ToolResult } from "../tool/result.ts";
import type { BoundsDeclaration, ToolSpec } from "../tool/spec.ts";

export type CheckedBounds = { readonly bounds?: ResultBounds } | { readonly problem: string };

export function checkBounds({ id, bounds: declared }: ToolSpec, result: ToolResult, args: JsonObject): CheckedBounds {
  if (declared === undefined) {
    return result.bounds === undefined ? {} : { problem: `${id} returned bounds, but declares none` };
  }
  const bounds = result.bounds ?? boundsInValue(declared, result);
  if (bounds === undefined) return { problem: `${id} has to say how much of the whole it returned, and did not` };
  const problem = problemWith(bounds, declared, args);
  return problem === undefined ? { bounds } : { problem: `${id} returned ${problem}` };
}

/** Bounds as fields of the result itself: the declared cursor, and the names designs give to the others. */
function boundsInValue({ nextCursor: field }: BoundsDeclaration, result: ToolResult): ResultBounds | undefined {
  if (result.type !== "json" || !isObject(result.value)) return undefined;
  const { value } = result;
  const { returned, total } = value;
  const nextCursor = field === undefined ? (value.next_cursor ?? value.nextCursor) : value[field];
  const hint = value.refinement_hint ?? value.refinementHint;
  const hasCursor = typeof nextCursor === "string";
  const truncated = value.truncated ?? (field === undefined ? undefined : hasCursor);
  if (typeof returned !== "number" || typeof truncated !== "boolean") return undefined;
  return {
    returned,
    truncated,
    ...(typeof total === "number" ? { total } : {}),
    ...(hasCursor ? { nextCursor } : {}),
    ...(typeof hint === "string" ? { refinementHint: hint } : {}),
  };
}

function problemWith(bounds: ResultBounds, declared: BoundsDeclaration, args: JsonObject): string | undefined {
  const { returned, total, truncated, nextCursor, refinementHint } = bounds;
  if (!isCount(returned)) return `${returned} as the number of results`;
  if (total !== undefined && (!isCount(total) || total < returned)) return `${returned} of ${total} results`;
  if (nextCursor === undefined) {
    return truncated && !refinementHint
      ? "a part of the results, and neither a cursor nor a hint to the rest"
      : undefined;
  }
  if (nextCursor === "") return "an empty cursor";
  if (!truncated) return "a cursor for results that are complete";
  if (declared.cursor === undefined) return "a cursor, but declares no argument that takes one";
  return args[declared.cursor] === nextCursor ? "the cursor it was called with: it would never end" : undefined;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}
