/** One failure as the toolkit tells it: a stable code, a text, and whether trying again can help. */
import type { ToolExecution } from "../../call/tool-call.ts";
import type { KigumiError } from "../../errors/kigumi-error.ts";
import { ToolInputError } from "../../tool/tool-error.ts";

export interface ToolErrorEnvelope {
  code: string;
  message: string;
  retriable: boolean;
  details: unknown;
}

/** Every end of a call but the good one. */
export type UnsuccessfulExecution = Exclude<ToolExecution, { type: "completed" }>;

export function toEnvelope(code: string, error: KigumiError): ToolErrorEnvelope {
  return { code, message: error.message, retriable: error.isRetryable, details: error.data ?? null };
}

/** The code of a tool that ran and failed, or could not run with these arguments. */
export function failureCode(error: KigumiError): string {
  if (error instanceof ToolInputError) {
    const isNoObject = error.issues.some(({ path, constraint }) => path.length === 0 && constraint === "type");
    return isNoObject ? "INVALID_TOOL_ARGUMENTS_TYPE" : "INVALID_ARGUMENT";
  }
  // What a tool threw without a code of its own.
  return error.code === "tool_failed" ? "RUNTIME_ERROR" : error.code.toUpperCase();
}
