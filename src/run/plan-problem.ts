/** Planners are somebody's code: what the types promise is looked at before it is believed. */
import { isObject, jsonTypeOf } from "../json/json.ts";
import type { PlanResult } from "./plan.ts";

/** What is wrong with a planner's answer, or undefined. */
export function planProblem(result: PlanResult): string | undefined {
  if (typeof result !== "object" || result === null) return `the planner returned ${jsonTypeOf(result)}, not a plan`;
  const { toolCalls = [], finalResponse, await: waiting } = result;
  if (!Array.isArray(toolCalls) || !toolCalls.every(isNamed)) {
    return "toolCalls of the plan has to be a list of calls, each with a name and its arguments";
  }
  if (finalResponse !== undefined && typeof finalResponse?.text !== "string") {
    return "finalResponse of the plan has to have a text";
  }
  if (waiting !== undefined && !Array.isArray(waiting?.items)) return "await of the plan has to have a list of items";
  const hasAwaits = (waiting?.items.length ?? 0) > 0;
  if (toolCalls.length === 0 && finalResponse === undefined && !hasAwaits) {
    return "the planner returned neither tool calls, nor a final response, nor something to wait for";
  }
  if (finalResponse !== undefined && (toolCalls.length > 0 || hasAwaits)) {
    return "the planner returned a final response together with tool calls or something to wait for; return one of them";
  }
  return undefined;
}

function isNamed(call: unknown): boolean {
  if (!isObject(call) || typeof call.name !== "string") return false;
  return isObject(call.args) || typeof call.args === "string";
}
