/**
 * One thing that is wrong with a decoded value, in the words that every generated decoder uses: which field, which
 * constraint, what was expected, what came, and the limits that were meant.
 */
import type { ValidationIssue } from "../../tool/schema/validation-issue.ts";

export type DecodeConstraint =
  | "missing_field"
  | "unknown_field"
  | "invalid_field_type"
  | "invalid_enum_value"
  | "invalid_format"
  | "invalid_pattern"
  | "invalid_range"
  | "invalid_length";

/** The limits of a schema, under its own keywords. */
export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface DecodeIssue extends ValidationIssue, Limits {
  /** The path as text: `items[2].id`; empty for the value itself. */
  readonly field: string;
  readonly constraint: DecodeConstraint;
  readonly pattern?: string;
  readonly format?: string;
  /** What the design says of the field. */
  readonly description?: string;
}

/** Where in its parent a value stands: a key or an index. */
export type Step = string | number;
