/** From the end of a governed call to the outcome a run logs: a success, or why not and what next. */
import type { ToolExecution } from "../call/tool-call.ts";
import type { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import type { ToolResult } from "../tool/result.ts";
import type { ValidationIssue } from "../tool/schema/validation-issue.ts";
import type { ToolSpec } from "../tool/spec.ts";
import type { ToolContent, ToolOutcome } from "./event.ts";
import type { FailureKind, Recovery, ToolFailure } from "./failure.ts";
import { checkBounds } from "./result-bounds.ts";
import { serverDataProblem } from "./schema-problem.ts";
import { type ServerDataChoice, sortServerData, type UnprovenServerData } from "./server-data.ts";

/** What of the call its outcome depends on. */
export interface OutcomeOf {
  readonly args: JsonObject;
  readonly serverData?: ServerDataChoice | undefined;
  /** One line for a user interface. */
  readonly hint?: ((result: ToolResult) => string) | undefined;
}

/** A promise only where a schema has to be asked: most calls then cost no turn of the microtask queue. */
type MaybePromise<T> = T | Promise<T>;

export function toolOutcome(
  execution: Exclude<ToolExecution, { type: "confirm" }>,
  call: OutcomeOf,
): MaybePromise<ToolOutcome> {
  const { content } = execution.message;
  if (execution.type === "completed") return outcomeOfResult(execution.tool, execution.result, content, call);
  return { type: "failure", failure: { ...classify(execution), error: textOf(content) } };
}

/** A result held against what its tool declares. One that breaks a declaration is a failure, not the end of the run. */
export function outcomeOfResult(
  spec: ToolSpec,
  result: ToolResult,
  content: ToolContent,
  { args, serverData: choice, hint }: OutcomeOf,
): MaybePromise<ToolOutcome> {
  if (result.isError) {
    const recovery = { action: "correct_call" } as const;
    return { type: "failure", failure: { kind: "domain_rejection", error: textOf(content), recovery } };
  }
  const checked = checkBounds(spec, result, args);
  if ("problem" in checked) return malformed(checked.problem);
  const { kept, reminders, unproven, problem } = sortServerData(spec, result.serverData, choice);
  if (problem !== undefined) return malformed(problem);
  const { outputRef } = result;
  const outcome: ToolOutcome = {
    type: "success",
    content,
    ...(checked.bounds === undefined ? {} : { bounds: checked.bounds }),
    ...(kept.length === 0 ? {} : { serverData: kept }),
    ...(outputRef === undefined ? {} : { outputRef: outputRef.id }),
    ...(hint === undefined ? {} : { displayHint: hint(result) }),
    ...(reminders.length === 0 ? {} : { reminders }),
  };
  return unproven.length === 0 ? outcome : proven(spec, unproven, outcome);
}

async function proven(
  { id }: ToolSpec,
  unproven: readonly UnprovenServerData[],
  outcome: ToolOutcome,
): Promise<ToolOutcome> {
  const problem = await serverDataProblem(id, unproven);
  return problem === undefined ? outcome : malformed(problem);
}

function malformed(error: string): ToolOutcome {
  return { type: "failure", failure: { kind: "malformed_result", error, recovery: { action: "replan" } } };
}

export const OUTCOME_UNKNOWN: ToolFailure = {
  kind: "outcome_unknown",
  error:
    "The call was started and then interrupted; nobody can tell whether it took effect. It was not run again. Check before you repeat it.",
  recovery: { action: "correct_call" },
};

function classify(execution: Extract<ToolExecution, { error: KigumiError }>): {
  kind: FailureKind;
  recovery: Recovery;
} {
  const { error } = execution;
  if (execution.type === "unknown") return { kind: "unavailable", recovery: { action: "replan" } };
  if (execution.type === "denied") {
    const isArgument = /^E1[1-7]$/.test(error.code) || execution.by === "sandbox";
    return { kind: "domain_rejection", recovery: { action: isArgument ? "correct_call" : "replan" } };
  }
  switch (error.code) {
    case "invalid_tool_input": {
      const { issues, example } = error.data as { issues: ValidationIssue[]; example?: JsonObject };
      const exampleInput = example === undefined ? {} : { exampleInput: example };
      return { kind: "invalid_call", recovery: { action: "correct_call", issues, ...exampleInput } };
    }
    case "invalid_tool_output":
      return { kind: "malformed_result", recovery: { action: "replan" } };
    case "tool_timeout":
      return { kind: "timeout", recovery: { action: "replan" } };
    case "rate_limited":
      return { kind: "rate_limited", recovery: { action: "replan" } };
    case "unavailable":
      return { kind: "unavailable", recovery: { action: "replan" } };
    default:
      // The tool said no in its own words; another call may be right.
      return { kind: "domain_rejection", recovery: { action: "correct_call" } };
  }
}

function textOf(content: string | readonly unknown[]): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
