/**
 * The rules of a run, asked about the SDK's tools. They are read from the context every time, so that what changes
 * during a run counts from then on; a context without rules, as that of a run started elsewhere, restricts nothing.
 */
import { isObject, type JsonObject } from "../json/json.ts";
import { authorize } from "../policy/authorize.ts";
import { decide } from "../policy/decide.ts";
import type { Effect, Rules } from "../policy/rules.ts";
import { strictest } from "../policy/strictness.ts";
import { readToolArguments } from "./read-tool-arguments.ts";
import { ruleSubjects } from "./rule-subjects.ts";
import type { SdkRunContext, SdkTool } from "./sdk-types.ts";

export function rulesIn({ context }: SdkRunContext): Rules | undefined {
  if (!isObject(context)) return undefined;
  // Whoever wrote them, in whatever form: what cannot be read as rules is decided against the call.
  return ((context.toolRules ?? context.tool_rules) as Rules | null | undefined) ?? undefined;
}

/** Whether the model may see the tool: some call of it could be allowed, or confirmed where somebody can be asked. */
export function isVisible(rules: Rules | undefined, tool: SdkTool): boolean {
  if (rules === undefined) return true;
  const effect = effectOf(rules, tool);
  return effect === "allow" || (effect === "confirm" && runsHere(tool));
}

/** Whether a person has to be asked about the call. */
export function needsConfirmation(rules: Rules | undefined, tool: SdkTool, args?: unknown): boolean {
  if (rules === undefined) return false;
  return effectOf(rules, tool, readToolArguments(tool, args)) === "confirm";
}

/** Throws E8, or E10 to E17, unless the call may run. */
export function authorizeCall(rules: Rules | undefined, tool: SdkTool, rawArguments: string): void {
  if (rules === undefined) return;
  const args = readToolArguments(tool, rawArguments);
  // What is no object is refused as such, once the tool itself is found to be allowed.
  for (const subject of ruleSubjects(rules, tool)) authorize(rules, subject, args as JsonObject);
}

function effectOf(rules: Rules, tool: SdkTool, args?: JsonObject): Effect {
  return strictest(ruleSubjects(rules, tool).map((subject) => decide(rules, subject, args).effect));
}

/** Everything but what the provider runs itself: its hosted tools, and a shell in a container of its own. */
function runsHere(tool: SdkTool): boolean {
  return tool.type !== "hosted_tool" && !(tool.type === "shell" && tool.shell === undefined);
}
