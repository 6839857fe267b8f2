/** `eq`, `ne`, `lt`, `le`, `gt`, `ge` and `not`. As in Go, texts, numbers and booleans compare with their own kind only. */
import type { JsonValue } from "../../json/json.ts";
import { isTrue } from "../render/truth.ts";
import type { Work } from "../render/work.ts";
import { compareCodePoints } from "./code-points.ts";
import type { FunctionSpec } from "./template-function.ts";
import { describeValue } from "./text-of.ts";

export const comparisons: Readonly<Record<string, FunctionSpec>> = {
  not: { minArgs: 1, maxArgs: 1, run: ([value = null]) => !isTrue(value) },
  eq: {
    minArgs: 2,
    maxArgs: Infinity,
    run: ([value = null, ...others], work) => others.some((other) => areEqual(value, other, work)),
  },
  ne: { minArgs: 2, maxArgs: 2, run: ([left = null, right = null], work) => !areEqual(left, right, work) },
  lt: ordering((order) => order < 0),
  le: ordering((order) => order <= 0),
  gt: ordering((order) => order > 0),
  ge: ordering((order) => order >= 0),
};

function areEqual(left: JsonValue, right: JsonValue, work: Work): boolean {
  // Anything may be compared with nil: that is how a template asks whether it is there.
  if (left === null || right === null) return left === right;
  if (typeof left !== typeof right || typeof left === "object") {
    throw work.problem(
      `${describeValue(left)} and ${describeValue(right)} cannot be compared; both have to be texts, numbers or booleans`,
    );
  }
  return left === right;
}

function ordering(holds: (order: number) => boolean): FunctionSpec {
  return {
    minArgs: 2,
    maxArgs: 2,
    run: ([left = null, right = null], work) => {
      if (typeof left === "number" && typeof right === "number") return holds(left - right);
      if (typeof left === "string" && typeof right === "string") return holds(compareCodePoints(left, right));
      throw work.problem(
        `${describeValue(left)} and ${describeValue(right)} have no order; both have to be texts or numbers`,
      );
    },
  };
}
