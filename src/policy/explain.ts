/**
 * Says in a few lines which rule decided and why the others did not, for a person who asks "why was this denied?".
 * The verdict is `decide`'s own, and rules are found by the function that `decide` finds them with.
 */
import { isObject, type JsonObject } from "../json/json.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { isPolicy, type Policy, type PolicySubject, type Rules, type Selection } from "./rules.ts";
import { firstMatch, NO_MATCH, selectorAt } from "./selection.ts";
import { unreadablePart } from "./unreadable-part.ts";

export function explain(rules: Rules | Policy, tool: PolicySubject, args?: JsonObject): string {
  const decision = decide(rules, tool, args);
  const details = isPolicy(rules) ? (rules.explain?.(tool, args) ?? []) : explainRules(rules, tool, args, decision);
  const verdict = `${decision.effect} ${tool?.id}: ${decision.reason}`;
  return [verdict, ...details.map((line) => `  ${line}`)].join("\n");
}

function explainRules(
  rules: Rules,
  tool: PolicySubject,
  args: JsonObject | undefined,
  decision: Decision,
): readonly string[] {
  if (unreadablePart(rules, tool, args) !== undefined) return ["no rule was consulted"];

  const consulted = SELECTIONS.map((name) => ({
    name,
    selection: rules[name],
    index: firstMatch(rules[name], name === "allow" ? "grant" : "restrict", tool, args),
  }));
  const first = consulted.findIndex(({ index }) => index !== NO_MATCH);
  const misses = first === -1 ? consulted : consulted.slice(0, first);
  const skipped = first === -1 ? [] : consulted.slice(first + 1);
  const match = consulted[first];
  const isSettledByParams = decision.effect === "deny" && decision.violation !== undefined;
  const verb = isSettledByParams ? "matches" : "decides";

  return [
    ...misses.map(({ name, selection }) => `${name}: ${describeMiss(selection)}`),
    match === undefined
      ? `unmatched ${verb}: ${rules.unmatched ?? "by default"}`
      : `${describeMatch(match.name, match.selection, match.index)} ${verb}`,
    ...skipped.map(({ name }) => `${name}: not consulted`),
    `params: ${describeParams(tool, args, decision)}`,
  ];
}

/** In the order of precedence. */
const SELECTIONS = ["deny", "confirm", "allow"] as const;

function describeMiss(selection: Selection | undefined): string {
  if (selection === null || selection === undefined) return "no opinion";
  if (typeof selection === "string") return `${selection} does not match`;
  return selection.length === 1 ? "its one selector does not match" : `none of ${selection.length} selectors matches`;
}

function describeMatch(name: string, selection: Selection | undefined, index: number): string {
  const place = typeof selection === "string" ? name : `${name}[${index}]`;
  return `${place} = ${describeSelector(selectorAt(selection, index))}`;
}

function describeSelector(selector: unknown): string {
  if (typeof selector === "string") return selector;
  const isMatcher = isObject(selector) && typeof selector.tool === "string" && typeof selector.args === "function";
  return isMatcher ? `calls of ${selector.tool} by their arguments` : "(malformed, so it counts against the call)";
}

function describeParams(tool: PolicySubject, args: JsonObject | undefined, decision: Decision): string {
  if (decision.effect !== "deny") return args === undefined ? "not checked without arguments" : "nothing is broken";
  if (decision.violation === undefined) return "not consulted";
  const { param, constraint, expected, problem } = decision.violation;
  const rule = `${JSON.stringify(tool.id)} ${JSON.stringify(param)} ${constraint} = ${JSON.stringify(expected)} decides`;
  return problem === undefined ? rule : `${rule} (${problem})`;
}
