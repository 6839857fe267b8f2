/** The ways a tool call fails before or around its own code, each with what a model or a person needs to mend it. */
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { JsonValue } from "../json/json.ts";
import { formatIssues, type ValidationIssue } from "./schema/validation-issue.ts";

/** The arguments do not fit. The message is a correction a model can act on. */
export class ToolInputError extends KigumiError {
  readonly issues: readonly ValidationIssue[];

  constructor(toolId: string, issues: readonly ValidationIssue[], example?: JsonValue) {
    const lines = [`the arguments of ${toolId} do not fit its schema:`, formatIssues(issues)];
    if (example !== undefined) lines.push(`Example of a valid input: ${JSON.stringify(example)}`);
    lines.push("Correct the arguments and call the tool again.");
    super({
      code: "invalid_tool_input",
      message: lines.join("\n"),
      data: { tool: toolId, issues, ...(example === undefined ? {} : { example }) },
    });
    this.issues = issues;
  }
}

/** The tool broke its own promise: what it returned does not fit its output schema. */
export class ToolOutputError extends KigumiError {
  readonly issues: readonly ValidationIssue[];
  /** What the tool returned. Its effect has happened, so the value is kept here, and kept out of logs. */
  readonly value: unknown;

  constructor(toolId: string, issues: readonly ValidationIssue[], value: unknown) {
    super({
      code: "invalid_tool_output",
      message: `${toolId} ran, but what it returned does not fit its output schema:\n${formatIssues(issues)}\nThis is a defect of the tool, not of the call.`,
      data: { tool: toolId, issues },
    });
    this.issues = issues;
    this.value = value;
  }
}

export class ToolTimeoutError extends KigumiError {
  constructor(toolId: string, timeoutMs: number) {
    super({
      code: "tool_timeout",
      message: `${toolId} did not finish within ${timeoutMs} ms; it was told to stop. Ask for less, or raise timeoutMs`,
      isRetryable: true,
      data: { tool: toolId, timeoutMs },
    });
  }
}

export class ToolNotFoundError extends KigumiError {
  constructor(name: string, suggestion: string | undefined, available: readonly string[]) {
    const hint = suggestion === undefined ? listed(available) : `did you mean "${suggestion}"?`;
    super({
      code: "tool_not_found",
      message: `there is no tool named ${JSON.stringify(name)}; ${hint}`,
      data: { name, ...(suggestion === undefined ? {} : { suggestion }) },
    });
  }
}

/** A tool was declared in a way that cannot work; thrown where it is declared or first described. */
export class ToolDefinitionError extends KigumiError {
  constructor(toolId: string, problem: string, cause?: unknown) {
    super({
      code: "invalid_tool_definition",
      message: `tool ${JSON.stringify(toolId)}: ${problem}`,
      data: { tool: toolId },
      ...(cause === undefined ? {} : { cause }),
    });
  }

  static because(toolId: string, where: "input" | "output", cause: unknown): ToolDefinitionError {
    return new ToolDefinitionError(toolId, `${where}: ${messageOf(cause)}`, cause);
  }
}

const MOST_NAMES_LISTED = 20;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "no tools are available";
  const more = names.length > MOST_NAMES_LISTED ? `, … (${names.length} in all)` : "";
  return `available: ${names.slice(0, MOST_NAMES_LISTED).join(", ")}${more}`;
}
