/**
 * Brings rules from a file, a package or a person into canonical form without changing what they decide. A bare
 * string becomes a list, a list with `"*"` becomes `"*"`, and rules with a part nobody can read deny everything.
 */

import { isPlainObject } from "../json/is-plain-object.ts";
import { isObject } from "../json/json.ts";
import {
  type CompleteRules,
  type Effect,
  isPolicy,
  type Rules,
  type Selection,
  type Selector,
  type ToolParamRules,
} from "./rules.ts";
import { isReadableSelection } from "./selection.ts";
import { toolRuleError } from "./tool-rule-error.ts";
import { isToolRulesMode, type ToolRulesMode, toolRulesFromMode } from "./tool-rules-mode.ts";

/** Rules as people write them: a mode, an object with any part left out, or nothing at all. */
export type ToolRulesInput = ToolRulesMode | Rules | null | undefined;

/** Throws E18 for anything that is neither a mode, nor a plain object, nor absent. */
export function normalizeToolRules(rules: ToolRulesInput): CompleteRules {
  if (rules === null || rules === undefined) return { allow: null, deny: null, params: {} };
  if (isToolRulesMode(rules)) return toolRulesFromMode(rules);
  // A policy is opaque: read as rules it would have no opinion, which is the opposite of what it says.
  if (!isPlainObject(rules) || isPolicy(rules)) throw toolRuleError("E18", {});

  const { allow, deny, confirm, params, unmatched }: Rules = rules;
  const isReadable = [allow, deny, confirm].every(isReadableSelection) && isReadableParams(params);
  const canonicalConfirm = isReadable ? canonicalSelection(confirm) : null;
  return {
    allow: isReadable ? canonicalSelection(allow) : Object.freeze([]),
    deny: isReadable ? canonicalSelection(deny) : "*",
    ...(canonicalConfirm === null ? {} : { confirm: canonicalConfirm }),
    params: isObject(params) ? copyOfParams(params) : {},
    ...(unmatched === undefined ? {} : { unmatched: canonicalEffect(unmatched) }),
  };
}

/** Left out, or nothing, as other languages write it. */
function isReadableParams(params: unknown): boolean {
  return params === undefined || params === null || isObject(params);
}

/** Malformed selectors stay: `decide` counts them against the call, and dropping one could loosen the rules. */
function canonicalSelection(selection: Selection | Selector | undefined): Selection {
  if (selection === null || selection === undefined || selection === "*") return selection ?? null;
  const list = Array.isArray(selection) ? Array.from<Selector>(selection) : [selection as Selector];
  return list.includes("*") ? "*" : Object.freeze([...new Set(list)]);
}

function canonicalEffect(effect: unknown): Effect {
  return effect === "allow" || effect === "confirm" ? effect : "deny";
}

function copyOfParams(params: ToolParamRules): ToolParamRules {
  const entries = Object.entries(params).map(([tool, rules]) => [tool, isObject(rules) ? { ...rules } : rules]);
  // fromEntries defines keys instead of assigning them, so a tool called "__proto__" is just a tool.
  return Object.fromEntries(entries) as ToolParamRules;
}
