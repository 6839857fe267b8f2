/** The answer to "may this run?": one of three effects, why, and the selector that settled it. */
import type { ParamViolation } from "./param-violation.ts";
import type { Selector } from "./rules.ts";

export type Decision =
  | { readonly effect: "allow" | "confirm"; readonly reason: string; readonly matched?: Selector | "*" }
  | {
      readonly effect: "deny";
      readonly reason: string;
      readonly matched?: Selector | "*";
      /** Set when the tool is allowed and an argument is not. */
      readonly violation?: ParamViolation;
    };
