/**
 * One thing that is wrong with a value, in a form that programs can act on and that reads as a correction: where,
 * which constraint, what was expected, what came, and what would be accepted.
 */
import { jsonTypeOf } from "../../json/json.ts";

export interface ValidationIssue {
  readonly path: readonly (string | number)[];
  /** The schema keyword that failed, or `unknown_key`, `union`, `json`, `injected`, `custom`. */
  readonly constraint: string;
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
  readonly allowed?: readonly unknown[];
}

/** `items[2].id`; the whole value is `(arguments)`. */
export function formatPath(path: readonly (string | number)[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[\w$-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text === "" ? "(arguments)" : text;
}

/** A value as an error may quote it: scalars themselves, clipped; containers by their type. */
export function describeReceived(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "object" && value !== null) return jsonTypeOf(value);
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

const MOST_ISSUES_SHOWN = 20;

/** The issues as a list a model can work through, one line each. */
export function formatIssues(issues: readonly ValidationIssue[]): string {
  const lines = issues.slice(0, MOST_ISSUES_SHOWN).map((issue) => `- ${formatPath(issue.path)}: ${issue.message}`);
  if (issues.length > MOST_ISSUES_SHOWN) lines.push(`- … and ${issues.length - MOST_ISSUES_SHOWN} more`);
  return lines.join("\n");
}
