/**
 * Holds the arguments of a call to the parameter rules of its tool and reports the first one that is broken. Only
 * top-level parameters that are present are looked at; whether they have to be present is the schema's business.
 */
import { isObject, type JsonObject, jsonTypeOf } from "../json/json.ts";
import { jsonEqual } from "../json/json-equal.ts";
import { patternProblem } from "./param-pattern.ts";
import type { ParamRule, ToolParamRules } from "./rules.ts";
import { type ToolRuleError, toolRuleError, toolRuleText } from "./tool-rule-error.ts";

export type ParamViolationCode = "E11" | "E12" | "E13" | "E14" | "E15" | "E16" | "E17";

/** The argument itself is left out: it may be a secret, and violations are logged. */
export interface ParamViolation {
  readonly code: ParamViolationCode;
  readonly param: string;
  readonly constraint: keyof ParamRule;
  /** The constraint's value in the rule. */
  readonly expected: unknown;
  /** Set when the rule is at fault and not the argument. */
  readonly problem?: string;
}

/** `params` as it was written: entries that are not mappings constrain nothing, at any level. */
export function findParamViolation(
  params: ToolParamRules | undefined,
  toolId: string,
  args: JsonObject,
): ParamViolation | undefined {
  if (!isObject(params) || !Object.hasOwn(params, toolId)) return undefined;
  const rules = params[toolId];
  if (!isObject(rules)) return undefined;
  for (const param of Object.keys(rules)) {
    const rule = rules[param];
    if (!isObject(rule) || !Object.hasOwn(args, param)) continue;
    const broken = brokenConstraint(rule, args[param]);
    if (broken !== undefined) return { code: CODES[broken.constraint], param, ...broken };
  }
  return undefined;
}

export function violationText(toolId: string, { code, param }: ParamViolation): string {
  return toolRuleText(code, { tool_name: toolId, param_name: param });
}

export function violationError(toolId: string, { code, param, ...details }: ParamViolation): ToolRuleError {
  return toolRuleError(code, { tool_name: toolId, param_name: param }, details);
}

const CODES = {
  type: "E11",
  enum: "E12",
  minLength: "E13",
  maxLength: "E14",
  pattern: "E15",
  minimum: "E16",
  maximum: "E17",
} as const satisfies Record<keyof ParamRule, ParamViolationCode>;

type Broken = Pick<ParamViolation, "constraint" | "expected" | "problem">;

function brokenConstraint(rule: Record<string, unknown>, value: unknown): Broken | undefined {
  if (isSet(rule.type) && !hasType(value, rule.type)) return { constraint: "type", expected: rule.type };
  if (Array.isArray(rule.enum) && !rule.enum.some((allowed) => jsonEqual(allowed, value))) {
    return { constraint: "enum", expected: rule.enum };
  }
  if (typeof value === "string") return brokenTextConstraint(rule, value);
  if (typeof value === "number") return brokenBound(rule, "minimum", "maximum", value);
  return undefined;
}

function brokenTextConstraint(rule: Record<string, unknown>, text: string): Broken | undefined {
  const hasLengthRule = isSet(rule.minLength) || isSet(rule.maxLength);
  const broken = hasLengthRule ? brokenBound(rule, "minLength", "maxLength", codePointCount(text)) : undefined;
  if (broken !== undefined || !isSet(rule.pattern)) return broken;
  const mismatch = patternProblem(rule.pattern, text);
  return mismatch && { constraint: "pattern", expected: rule.pattern, ...mismatch };
}

/** A bound that is not a number cannot be met. */
function brokenBound(
  rule: Record<string, unknown>,
  low: "minLength" | "minimum",
  high: "maxLength" | "maximum",
  size: number,
): Broken | undefined {
  const [least, most] = [rule[low], rule[high]];
  if (isSet(least) && !(typeof least === "number" && size >= least)) return { constraint: low, expected: least };
  if (isSet(most) && !(typeof most === "number" && size <= most)) return { constraint: high, expected: most };
  return undefined;
}

function isSet(constraint: unknown): boolean {
  return constraint !== undefined && constraint !== null;
}

function hasType(value: unknown, expected: unknown): boolean {
  return Array.isArray(expected) ? expected.some((type) => isOfType(value, type)) : isOfType(value, expected);
}

/** A type name that JSON does not have constrains nothing, like an entry that is not a mapping. */
function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
    case "object":
    case "array":
    case "null":
      return jsonTypeOf(value) === type;
    default:
      return true;
  }
}

function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
