/** From the end of a governed call to the outcome a run logs: a success, or why not and what next. */
import type { ToolExecution } from "../call/tool-call.ts";
import type { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import type { ToolResult } from "../tool/result.ts";
import type { ValidationIssue } from "../tool/schema/validation-issue.ts";
import type { ToolOutcome } from "./event.ts";
import type { FailureKind, Recovery, ToolFailure } from "./failure.ts";

export function toolOutcome(execution: Exclude<ToolExecution, { type: "confirm" }>): ToolOutcome {
  const { content } = execution.message;
  if (execution.type !== "completed") {
    return { type: "failure", failure: { ...classify(execution), error: textOf(content) } };
  }
  const { bounds, serverData, outputRef, isError } = execution.result;
  if (isError) {
    const failure: ToolFailure = {
      kind: "domain_rejection",
      error: textOf(content),
      recovery: { action: "correct_call" },
    };
    return { type: "failure", failure };
  }
  return {
    type: "success",
    content,
    ...(bounds === undefined ? {} : { bounds }),
    ...(serverData === undefined ? {} : { serverData }),
    ...(outputRef === undefined ? {} : { outputRef: outputRef.id }),
  };
}

/** The outcome of a result that was found again or provided from outside. */
export function outcomeOfResult(result: ToolResult, content: string): ToolOutcome {
  if (result.isError) {
    return {
      type: "failure",
      failure: { kind: "domain_rejection", error: content, recovery: { action: "correct_call" } },
    };
  }
  return { type: "success", content };
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
