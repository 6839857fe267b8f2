/**
 * Why a call failed, and what to do next: two questions with two answers. The kind is a fact about the call; the
 * recovery is what the run offers the planner on its next turn.
 */
import type { JsonObject } from "../json/json.ts";
import type { ValidationIssue } from "../tool/schema/validation-issue.ts";

export interface ToolFailure {
  readonly kind: FailureKind;
  /** What the model reads. */
  readonly error: string;
  readonly recovery: Recovery;
}

export type FailureKind =
  | "invalid_call"
  | "domain_rejection"
  | "unavailable"
  | "rate_limited"
  | "timeout"
  | "malformed_result"
  | "outcome_unknown"
  | "internal";

export type Recovery =
  /** The same tool may be called again, corrected. */
  | {
      readonly action: "correct_call";
      readonly issues?: readonly ValidationIssue[];
      readonly exampleInput?: JsonObject;
    }
  /** The tool is not offered on the next turn. */
  | { readonly action: "replan" }
  /** The run has to answer now. */
  | { readonly action: "finish" };

/** The fields a planner could ask a person for: required, and not given. */
export function missingFieldsOf({ recovery }: ToolFailure): string[] {
  if (recovery.action !== "correct_call") return [];
  const missing = (recovery.issues ?? []).filter((issue) => issue.constraint === "required");
  return missing.map((issue) => issue.path.join("."));
}
