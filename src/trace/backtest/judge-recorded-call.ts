/**
 * What a policy would say to a call that is only known from a trace. Where the record does not tell what the policy
 * looks at (arguments that were cut or masked, tags of a tool nobody described), the answer is that there is none.
 */
import { isObject, type JsonObject } from "../../json/json.ts";
import { decide } from "../../policy/decide.ts";
import type { Decision } from "../../policy/decision.ts";
import { isPolicy, type Policy, type Rules } from "../../policy/rules.ts";
import { maskWhole } from "../sanitize/mask-secrets.ts";
import { cutMark } from "../sanitize/sanitizer.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { hasArgumentMatcher, namedTags, type RecordedTool } from "./tool-subjects.ts";

export type Verdict =
  | { readonly type: "decided"; readonly decision: Decision }
  | { readonly type: "undecidable"; readonly reason: string };

export function judgeRecordedCall(
  rules: Rules | Policy,
  tool: RecordedTool,
  { args }: Pick<RecordedCall, "args">,
): Verdict {
  const verdicts = possibleTags(rules, tool).map((tags) => judge(rules, { id: tool.id, tags }, args));
  const [first, ...others] = verdicts;
  const isSettled = first !== undefined && others.every((other) => isSameEffect(first, other));
  return isSettled
    ? first
    : undecidable(`it depends on the tags of ${tool.id}, which the trace does not tell: pass the tools`);
}

/**
 * One of these stands for whatever tags the tool has: of several, the strictest rule decides, and that rule is met with
 * its tag alone. A policy that is code is asked about a tool without tags.
 */
function possibleTags(rules: Rules | Policy, { tags }: RecordedTool): readonly (readonly string[])[] {
  if (tags !== undefined) return [tags];
  return isPolicy(rules) ? [[]] : [[], ...namedTags(rules).map((tag) => [tag])];
}

function judge(rules: Rules | Policy, tool: Required<RecordedTool>, args: JsonObject | undefined): Verdict {
  const withGap = args === undefined ? [] : Object.keys(args).filter((key) => hasGap(key) || hasGap(args[key]));
  if (args !== undefined && withGap.length === 0) return decided(decide(rules, tool, args));
  if (isPolicy(rules)) return undecidable(gapIn(args));

  // What is not even listed is refused with any arguments.
  const listing = decide(rules, tool);
  if (listing.effect === "deny") return decided(listing);
  if (looksAtGap(rules, tool.id, args, withGap)) return undecidable(gapIn(args));
  return decided(decide(rules, tool, args));
}

function looksAtGap(rules: Rules, toolId: string, args: JsonObject | undefined, withGap: readonly string[]): boolean {
  if (hasArgumentMatcher(rules, toolId)) return true;
  const params = isObject(rules.params) && Object.hasOwn(rules.params, toolId) ? rules.params[toolId] : undefined;
  const constrained = isObject(params) ? Object.keys(params).filter((param) => isObject(params[param])) : [];
  return args === undefined ? constrained.length > 0 : constrained.some((param) => withGap.includes(param));
}

/** What the trace store puts in the place of a secret, and of the rest of a long text. */
const GAPS = [maskWhole("secret"), cutMark];

function hasGap(value: unknown): boolean {
  const text = JSON.stringify(value) ?? "";
  return GAPS.some((gap) => text.includes(gap));
}

function gapIn(args: JsonObject | undefined): string {
  return args === undefined
    ? "its arguments are not recorded as a JSON object; they may have been cut"
    : "an argument was cut or holds a masked secret, and the policy may look at it";
}

function decided(decision: Decision): Verdict {
  return { type: "decided", decision };
}

function undecidable(reason: string): Verdict {
  return { type: "undecidable", reason };
}

function isSameEffect(left: Verdict, right: Verdict): boolean {
  if (left.type === "undecidable" || right.type === "undecidable") return left.type === right.type;
  return left.decision.effect === right.decision.effect;
}
