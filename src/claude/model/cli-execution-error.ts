/**
 * The CLI gave no answer. `errorType` says what went wrong with it, `kind` whose turn it is to act, and `isRetryable`
 * whether the same request may succeed when it is sent again.
 */
import { ModelError, type ModelErrorKind, type ModelErrorOptions } from "../../model/model-error.ts";

export type CLIErrorType = "timeout" | "permission" | "cli_not_found" | "invalid_response" | "unknown";

export interface CLIExecutionErrorOptions extends Omit<ModelErrorOptions, "kind" | "code"> {
  errorType: CLIErrorType;
  /** Default: what the error type stands for. */
  kind?: ModelErrorKind;
  /** Of the CLI's process; -9 when it was killed because its time was up. */
  exitCode?: number;
  sessionId?: string | undefined;
}

const KINDS: Readonly<Record<CLIErrorType, ModelErrorKind>> = {
  timeout: "timeout",
  permission: "auth",
  cli_not_found: "invalid_request",
  invalid_response: "unknown",
  unknown: "unknown",
};

export class CLIExecutionError extends ModelError {
  readonly errorType: CLIErrorType;
  readonly exitCode?: number;
  readonly sessionId?: string;

  constructor({ errorType, kind = KINDS[errorType], exitCode, sessionId, ...options }: CLIExecutionErrorOptions) {
    super({ ...options, kind, code: errorType === "cli_not_found" ? errorType : `cli_${errorType}` });
    this.errorType = errorType;
    if (exitCode !== undefined) this.exitCode = exitCode;
    if (sessionId !== undefined) this.sessionId = sessionId;
  }
}
