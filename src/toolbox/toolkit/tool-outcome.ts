/** What `toolkit.tools.<name>(args)` resolves to: every outcome is a value, told apart by `status`. */
import type { ToolExecution } from "../../call/tool-call.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { ToolResult } from "../../tool/result.ts";
import { failureCode, type ToolErrorEnvelope, toEnvelope } from "./tool-error-envelope.ts";

export type ToolOutcome<Data> =
  /** With an output store, `output_ref` reads back the whole of a result that was cut to fit a model. */
  | { status: "success"; data: Data; output_ref?: string }
  | { status: "denied"; reason: "policy" | "sandbox"; message: string; error: ToolErrorEnvelope }
  | { status: "failure"; reason: "runtime"; message: string; error: ToolErrorEnvelope };

export function toOutcome<Data>(execution: ToolExecution): ToolOutcome<Data> {
  switch (execution.type) {
    case "completed":
      return { status: "success", data: dataOf(execution.result) as Data, ...outputRefOf(execution.result) };
    case "denied":
      return execution.by === "sandbox"
        ? denied("sandbox", toEnvelope("SANDBOX_VIOLATION", execution.error))
        : denied("policy", toEnvelope("POLICY_DENIED", execution.error));
    case "confirm": {
      const message = `${execution.tool.id} needs a person's approval: ${execution.request.reason}`;
      return denied("policy", toEnvelope("POLICY_DENIED", new KigumiError({ code: "confirmation_required", message })));
    }
    case "unknown":
      return failed(toEnvelope("TOOL_NOT_FOUND", execution.error));
    case "failed": {
      const code = failureCode(execution.error);
      // Nobody knows what went wrong, so nobody can say that it will again.
      return failed({ ...toEnvelope(code, execution.error), ...(code === "RUNTIME_ERROR" ? { retriable: true } : {}) });
    }
  }
}

/** The value as the tool returned it. */
export function dataOf(result: ToolResult): unknown {
  switch (result.type) {
    case "json":
      return result.value;
    case "text":
      return result.text;
    case "parts":
      return result.parts;
  }
}

export function outputRefOf({ outputRef }: ToolResult): { output_ref?: string } {
  return outputRef === undefined ? {} : { output_ref: outputRef.id };
}

function denied<Data>(reason: "policy" | "sandbox", error: ToolErrorEnvelope): ToolOutcome<Data> {
  return { status: "denied", reason, message: error.message, error };
}

function failed<Data>(error: ToolErrorEnvelope): ToolOutcome<Data> {
  return { status: "failure", reason: "runtime", message: error.message, error };
}
