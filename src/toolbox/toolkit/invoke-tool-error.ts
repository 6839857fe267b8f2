/** What `invoke` throws, whatever went wrong; the error it came from is its cause. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { failureCode, type ToolErrorEnvelope, toEnvelope, type UnsuccessfulExecution } from "./tool-error-envelope.ts";

export class InvokeToolError extends KigumiError {
  readonly tool_name: string;

  constructor(toolName: string, execution: UnsuccessfulExecution) {
    const { code, message, retriable, details, cause } = describe(toolName, execution);
    super({ code, message, isRetryable: retriable, data: details, cause });
    this.tool_name = toolName;
  }

  toEnvelope(): ToolErrorEnvelope {
    return toEnvelope(this.code, this);
  }
}

function describe(toolName: string, execution: UnsuccessfulExecution): ToolErrorEnvelope & { cause?: unknown } {
  switch (execution.type) {
    case "unknown":
      return { ...toEnvelope("TOOL_NOT_FOUND", execution.error), cause: execution.error };
    case "failed":
      return { ...toEnvelope(failureCode(execution.error), execution.error), cause: execution.error };
    case "denied":
      return {
        ...toEnvelope("TOOL_NOT_ALLOWED", execution.error),
        details: { reason: execution.by, ...asDetails(execution.error.data) },
        cause: execution.error,
      };
    case "confirm":
      return {
        code: "TOOL_NOT_ALLOWED",
        message: `${toolName} needs a person's approval, which a toolkit cannot ask for: ${execution.request.reason}`,
        retriable: false,
        details: { reason: "confirm" },
      };
  }
}

function asDetails(data: unknown): object {
  return typeof data === "object" && data !== null ? data : {};
}
