/**
 * Decides whether a tool may be listed (no arguments) or a call may run (with them). Pure: same rules, same tool, same
 * arguments, same answer. Deny wins over confirm, confirm over allow; whatever cannot be read is denied.
 */
import { messageOf } from "../errors/kigumi-error.ts";
import { isObject, type JsonObject } from "../json/json.ts";
import type { Decision } from "./decision.ts";
import { findParamViolation, violationText } from "./param-violation.ts";
import { type Effect, isPolicy, type Policy, type PolicySubject, type Rules, type Selector } from "./rules.ts";
import { firstMatch, NO_MATCH, selectorAt } from "./selection.ts";
import { unreadablePart } from "./unreadable-part.ts";

export function decide(rules: Rules | Policy, tool: PolicySubject, args?: JsonObject): Decision {
  if (isPolicy(rules)) return askPolicy(rules, tool, args);
  const unreadable = unreadablePart(rules, tool, args);
  if (unreadable !== undefined) return { effect: "deny", reason: unreadable };

  const decision = decideBySelection(rules, tool, args);
  if (args === undefined || decision.effect === "deny") return decision;

  const violation = findParamViolation(rules.params, tool.id, args);
  if (violation === undefined) return decision;
  return { effect: "deny", reason: violationText(tool.id, violation), violation };
}

function decideBySelection(rules: Rules, tool: PolicySubject, args: JsonObject | undefined): Decision {
  const denied = firstMatch(rules.deny, "restrict", tool, args);
  if (denied !== NO_MATCH) return matchedBy("deny", selectorAt(rules.deny, denied));

  const confirmed = firstMatch(rules.confirm, "restrict", tool, args);
  if (confirmed !== NO_MATCH) return matchedBy("confirm", selectorAt(rules.confirm, confirmed));

  const allowed = firstMatch(rules.allow, "grant", tool, args);
  if (allowed !== NO_MATCH) return matchedBy("allow", selectorAt(rules.allow, allowed));

  return decideUnmatched(rules);
}

// Reasons are constants: this runs for every call, and a decision is all it should allocate.
const MATCH_REASONS: Readonly<Record<Effect, string>> = {
  deny: "a deny rule matches",
  confirm: "a confirm rule matches",
  allow: "an allow rule matches",
};

function matchedBy(effect: Effect, matched: Selector | undefined): Decision {
  const reason = MATCH_REASONS[effect];
  return matched === undefined ? { effect, reason } : { effect, reason, matched };
}

function decideUnmatched({ allow, unmatched }: Rules): Decision {
  switch (unmatched) {
    case "allow":
      return { effect: "allow", reason: 'no rule matches, and unmatched is "allow"' };
    case "confirm":
      return { effect: "confirm", reason: 'no rule matches, and unmatched is "confirm"' };
    case "deny":
      return { effect: "deny", reason: 'no rule matches, and unmatched is "deny"' };
    case undefined:
      return allow === null || allow === undefined
        ? { effect: "allow", reason: "no rule matches, and no allow list limits the rest" }
        : { effect: "deny", reason: "not in the allow list" };
    default:
      return { effect: "deny", reason: 'no rule matches, and unmatched is none of "allow", "confirm", "deny"' };
  }
}

/** A policy is somebody's code: one that throws, or answers with something else, has not allowed anything. */
function askPolicy(policy: Policy, tool: PolicySubject, args: JsonObject | undefined): Decision {
  try {
    const decision: unknown = policy.decide(tool, args);
    if (isDecision(decision)) return decision;
    return { effect: "deny", reason: "the policy did not answer with a decision" };
  } catch (error) {
    return { effect: "deny", reason: `the policy failed: ${messageOf(error)}` };
  }
}

function isDecision(value: unknown): value is Decision {
  return isObject(value) && (value.effect === "allow" || value.effect === "confirm" || value.effect === "deny");
}
