/** What the CLI reported or the SDK threw, as the typed error that says whether it may help to try again. */
import type { SDKAPIRetryMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { ModelError, type ModelErrorKind, type ModelIdentity } from "../../model/model-error.ts";
import { toModelError } from "../../model/to-model-error.ts";
import { CLIExecutionError, type CLIExecutionErrorOptions } from "./cli-execution-error.ts";
import { NOTHING_TO_RESUME } from "./open-query.ts";

const SESSION_MISSING = /No conversation found with session ID/;

/** The request that failed. */
export interface Asked {
  readonly model: ModelIdentity;
  /** Asked again, they might do twice what they have done once, so nothing says that the request may be repeated. */
  readonly hasRunTools: boolean;
}

/** A result that is no answer. */
export function errorOfResult(result: SDKResultMessage, asked: Asked): CLIExecutionError {
  const sessionId = result.session_id;
  if (result.subtype !== "success") {
    const message = result.errors.join("; ") || result.subtype;
    if (SESSION_MISSING.test(message)) {
      const advice = "sessions are looked for in the working directory (workingDirectory, or cwd) where they were made";
      return failed(asked, {
        errorType: "unknown",
        kind: "invalid_request",
        message: `${message}; ${advice}`,
        sessionId,
      });
    }
    return failed(asked, { errorType: "unknown", kind: LIMITS[result.subtype] ?? "unknown", message, sessionId });
  }
  const httpStatus = result.api_error_status ?? undefined;
  const kind = httpStatus === undefined ? "unknown" : kindOfStatus(httpStatus, asked.model);
  const errorType = kind === "auth" ? "permission" : kind === "timeout" ? "timeout" : "unknown";
  return failed(asked, { errorType, kind, message: result.result, httpStatus, sessionId });
}

/** The CLI ended well and said nothing: asked again, it may. */
export function emptyAnswer(result: SDKResultMessage | undefined, asked: Asked): CLIExecutionError {
  const message =
    result === undefined
      ? "Claude Code ended without a result; run it by hand in the same directory to see why"
      : "Claude Code finished without a word and without a call";
  return failed(asked, { errorType: "invalid_response", isRetryable: true, message, sessionId: result?.session_id });
}

/** Half an answer was passed on before its stream broke off. */
export function brokenOff(asked: Asked): CLIExecutionError {
  const message = "the answer broke off in the middle of what was streamed already; ask again, or do not stream";
  return failed(asked, { errorType: "invalid_response", kind: "unavailable", message });
}

/** The CLI did not start, or broke off. */
export function errorOfThrown(thrown: unknown, asked: Asked): CLIExecutionError {
  const message = messageOf(thrown);
  const exitCode = /exited with code (\d+)/.exec(message)?.[1];
  const facts = { cause: thrown, ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }) };
  if (/terminated by signal/.test(message) || KILLED.has(facts.exitCode)) {
    return failed(asked, {
      ...facts,
      errorType: "unknown",
      kind: "unavailable",
      message: `${message}: something else ended it, such as a lack of memory or a shutdown`,
    });
  }
  const errorType = /not found|failed to launch|ENOENT/i.test(message)
    ? "cli_not_found"
    : /permission|EACCES|root\/sudo/i.test(message)
      ? "permission"
      : "unknown";
  return failed(asked, { ...facts, errorType, message });
}

/** What shells make of SIGINT, SIGKILL and SIGTERM. */
const KILLED: ReadonlySet<number | undefined> = new Set([130, 137, 143]);

/** `lastRetry`: what the CLI was about to try again. */
export function timedOut(ms: number, asked: Asked, lastRetry?: SDKAPIRetryMessage): CLIExecutionError {
  const message = `Claude Code did not answer within ${ms} ms${lastRetry === undefined ? "" : whileRetrying(lastRetry)}`;
  const advice = "raise timeoutMs, or ask for less";
  return failed(asked, { errorType: "timeout", exitCode: -9, message: `${message}; ${advice}` });
}

function whileRetrying({ error_status: status, error, attempt, max_retries: attempts }: SDKAPIRetryMessage): string {
  const place = `attempt ${attempt} of ${attempts}`;
  if (status !== null) return `: the API answered with ${status} (${error}, ${place})`;
  return `: the API could not be reached (${place}); see that ANTHROPIC_BASE_URL and the network are right`;
}

/** The session belongs to another machine or directory, was cleaned up, or does not stand at the call any more. */
export function isSessionMissing(error: unknown): boolean {
  if (KigumiError.isInstance(error) && error.code === NOTHING_TO_RESUME) return true;
  return error instanceof CLIExecutionError && SESSION_MISSING.test(error.message);
}

function failed({ model, hasRunTools }: Asked, options: Omit<CLIExecutionErrorOptions, "model">): CLIExecutionError {
  return new CLIExecutionError({ model, ...options, ...(hasRunTools ? { isRetryable: false } : {}) });
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
