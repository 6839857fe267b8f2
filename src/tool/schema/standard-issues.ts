/**
 * Reads the issues of a Standard Schema into ours. The standard promises a message and a path; zod's issues carry
 * more, which is read where it is present, and never required.
 */
import type { StandardIssue } from "./standard-schema.ts";
import { describeReceived, type ValidationIssue, valueAt } from "./validation-issue.ts";

/** The extra fields zod 4 puts on its issues. */
interface DetailedIssue extends StandardIssue {
  readonly code?: string;
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly format?: string;
  readonly pattern?: string;
  readonly divisor?: number;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
}

export function fromStandardIssues(issues: readonly StandardIssue[], root: unknown): ValidationIssue[] {
  return issues.flatMap((issue) => fromIssue(issue, root));
}

function fromIssue(issue: DetailedIssue, root: unknown): ValidationIssue[] {
  const path = (issue.path ?? []).map(stepOf);
  if (issue.code === "unrecognized_keys" && issue.keys) {
    return issue.keys.map((key) => ({
      path: [...path, key],
      constraint: "unknown_key",
      message: "unknown key",
      received: key,
    }));
  }
  const value = valueAt(root, path);
  const received = describeReceived(value);
  if (value === undefined && path.length > 0) {
    const expected = issue.expected ?? (issue.values ? "one of the allowed values" : undefined);
    return [
      {
        path,
        constraint: "required",
        message: `required, but missing${expected === undefined ? "" : ` (expected ${expected})`}`,
        received,
        ...(expected === undefined ? {} : { expected }),
        ...(issue.values ? { allowed: issue.values } : {}),
      },
    ];
  }
  const { constraint, expected } = constraintOf(issue);
  return [
    {
      path,
      constraint,
      message: expected === undefined ? issue.message : `expected ${expected}, received ${received}`,
      received,
      ...(expected === undefined ? {} : { expected }),
      ...(issue.values ? { allowed: issue.values } : {}),
    },
  ];
}

function constraintOf(issue: DetailedIssue): { constraint: string; expected?: string } {
  switch (issue.code) {
    case "invalid_type":
      return { constraint: "type", ...(issue.expected === undefined ? {} : { expected: issue.expected }) };
    case "too_small":
      return bound(issue.origin, "min", "at least", issue.minimum);
    case "too_big":
      return bound(issue.origin, "max", "at most", issue.maximum);
    case "invalid_format":
      return issue.pattern !== undefined && issue.format === "regex"
        ? { constraint: "pattern", expected: `text matching ${issue.pattern}` }
        : { constraint: "format", expected: `a valid ${issue.format}` };
    case "not_multiple_of":
      return { constraint: "multipleOf", expected: `a multiple of ${issue.divisor}` };
    case "invalid_value":
      return {
        constraint: "enum",
        expected: `one of ${(issue.values ?? []).map((v) => JSON.stringify(v)).join(", ")}`,
      };
    case "invalid_union":
      return { constraint: "union" };
    default:
      return { constraint: "custom" };
  }
}

function bound(origin: string | undefined, side: "min" | "max", words: string, limit: unknown) {
  if (origin === "string") return { constraint: `${side}Length`, expected: `${words} ${limit} characters` };
  if (origin === "array" || origin === "set")
    return { constraint: `${side}Items`, expected: `${words} ${limit} items` };
  return { constraint: `${side}imum`, expected: `${words} ${limit}` };
}

function stepOf(step: PropertyKey | { readonly key: PropertyKey }): string | number {
  const key = typeof step === "object" ? step.key : step;
  return typeof key === "symbol" ? String(key) : key;
}
