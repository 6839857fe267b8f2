/** What the CLI reported or the SDK threw, as the typed error that says whether it may help to try again. */
import type { SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { ModelError, type ModelErrorKind, type ModelIdentity } from "../../model/model-error.ts";
import { toModelError } from "../../model/to-model-error.ts";
import { CLIExecutionError } from "./cli-execution-error.ts";
import { NOTHING_TO_RESUME } from "./open-query.ts";

const SESSION_MISSING = /No conversation found with session ID/;

/** A result that is no answer. */
export function errorOfResult(result: SDKResultMessage, model: ModelIdentity): CLIExecutionError {
  const sessionId = result.session_id;
  if (result.subtype !== "success") {
    const message = result.errors.join("; ") || result.subtype;
    return new CLIExecutionError({
      errorType: "unknown",
      kind: LIMITS[result.subtype] ?? "unknown",
      model,
      message,
      sessionId,
    });
  }
  const httpStatus = result.api_error_status ?? undefined;
  const kind = httpStatus === undefined ? "unknown" : kindOfStatus(httpStatus, model);
  const errorType = kind === "auth" ? "permission" : kind === "timeout" ? "timeout" : "unknown";
  return new CLIExecutionError({ errorType, kind, model, message: result.result, httpStatus, sessionId });
}

/** The CLI ended well and said nothing: asked again, it may. */
export function emptyAnswer(result: SDKResultMessage | undefined, model: ModelIdentity): CLIExecutionError {
  const message =
    result === undefined
      ? "Claude Code ended without a result; run it by hand in the same directory to see why"
      : "Claude Code finished without a word and without a call";
  return new CLIExecutionError({
    errorType: "invalid_response",
    isRetryable: true,
    model,
    message,
    sessionId: result?.session_id,
  });
}

/** The CLI did not start, or broke off. */
export function errorOfThrown(thrown: unknown, model: ModelIdentity): CLIExecutionError {
  const message = messageOf(thrown);
  const errorType = /not found|failed to launch|ENOENT/i.test(message)
    ? "cli_not_found"
    : /permission|EACCES|root\/sudo/i.test(message)
      ? "permission"
      : "unknown";
  const exitCode = /exited with code (\d+)/.exec(message)?.[1];
  return new CLIExecutionError({
    errorType,
    model,
    message,
    cause: thrown,
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  });
}

export function timedOut(ms: number, model: ModelIdentity): CLIExecutionError {
  const message = `Claude Code did not answer within ${ms} ms; raise timeoutMs, or ask for less`;
  return new CLIExecutionError({ errorType: "timeout", exitCode: -9, model, message });
}

/** The session belongs to another machine or directory, was cleaned up, or does not stand at the call any more. */
export function isSessionMissing(error: unknown): boolean {
  if (KigumiError.isInstance(error) && error.code === NOTHING_TO_RESUME) return true;
  return error instanceof CLIExecutionError && SESSION_MISSING.test(error.message);
}

const LIMITS: Readonly<Partial<Record<SDKResultMessage["subtype"], ModelErrorKind>>> = {
  error_max_turns: "invalid_request",
  error_max_budget_usd: "invalid_request",
};

/** The models' own funnel knows what a status stands for. */
function kindOfStatus(statusCode: number, model: ModelIdentity): ModelErrorKind {
  const error = toModelError({ statusCode }, model, new Date(0));
  return error instanceof ModelError ? error.kind : "unknown";
}
