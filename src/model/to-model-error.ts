/**
 * The funnel from whatever a provider throws, or sends as an `error` part in mid-stream, to a `ModelError`. Provider
 * errors are known by their registered marker or by their fields, so no provider package is imported for it.
 */
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { isObject } from "../json/json.ts";
import { ModelError, type ModelErrorKind, type ModelIdentity } from "./model-error.ts";
import { retryAfterMs } from "./retry-after.ts";

/** An error of this package is passed on as it is. */
export function toModelError(thrown: unknown, model: ModelIdentity, now: Date): KigumiError {
  if (KigumiError.isInstance(thrown)) return thrown;
  const fields = isObject(thrown) ? thrown : {};
  const httpStatus = typeof fields.statusCode === "number" ? fields.statusCode : undefined;
  const isBroke = httpStatus === 402 || OUT_OF_CREDIT.test(allWords(thrown));
  const kind = isBroke ? "auth" : kindOf(thrown, httpStatus);
  const advice = isBroke ? SETTLE : ADVICE[kind];
  const message = innermostMessage(thrown);
  return new ModelError({
    kind,
    model,
    message: advice === undefined ? message : `${message} (${advice})`,
    // Of an empty account the status says that the rate is too high, and the SDK that it may be tried again.
    ...(typeof fields.isRetryable === "boolean" && !isBroke ? { isRetryable: fields.isRetryable } : {}),
    httpStatus,
    retryAfterMs: isObject(fields.responseHeaders) ? retryAfterMs(fields.responseHeaders, now) : undefined,
    cause: thrown,
  });
}

const ADVICE: Readonly<Partial<Record<ModelErrorKind, string>>> = {
  auth: "check the API key and what it may use",
  rate_limited: "slow down with a rate limiter, or ask the provider for a higher limit",
};

/** In the words of OpenAI, Anthropic, DeepSeek and OpenRouter. */
const OUT_OF_CREDIT = /insufficient[ _](?:quota|balance|credit|funds)|credit balance is too low/i;
const SETTLE = "the account has no credit or quota left; settle that with the provider";

function allWords(thrown: unknown): string {
  const { data, responseBody } = isObject(thrown) ? thrown : {};
  const body = typeof responseBody === "string" ? responseBody : "";
  return [identifyingWords(thrown), identifyingWords(data), body].join(" ");
}

function kindOf(thrown: unknown, httpStatus: number | undefined): ModelErrorKind {
  if (httpStatus !== undefined) return kindOfStatus(httpStatus);
  const marked = Object.keys(KIND_OF_MARKER).find((name) => hasMarker(thrown, name));
  if (marked !== undefined) return KIND_OF_MARKER[marked] ?? "unknown";
  const words = identifyingWords(thrown);
  return KIND_OF_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "unknown";
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 408 || status === 504) return "timeout";
  if (status === 429) return "rate_limited";
  if (status === 409 || status >= 500) return "unavailable";
  return status >= 400 ? "invalid_request" : "unknown";
}

/** The AI SDK marks its errors with registered symbols, which survive several copies of its packages. */
const KIND_OF_MARKER: Readonly<Record<string, ModelErrorKind>> = {
  AI_LoadAPIKeyError: "auth",
  AI_LoadSettingError: "auth",
  AI_InvalidPromptError: "invalid_request",
  AI_InvalidArgumentError: "invalid_request",
  AI_UnsupportedFunctionalityError: "invalid_request",
  AI_NoSuchModelError: "invalid_request",
  AI_EmptyResponseBodyError: "unavailable",
  AI_NoContentGeneratedError: "unavailable",
};

function hasMarker(thrown: unknown, name: string): boolean {
  return isObject(thrown) && Reflect.get(thrown, Symbol.for(`vercel.ai.error.${name}`)) === true;
}

/** In the order of trust: `rate_limit_error` is no `server_error`, and a connect timeout is no refusal. */
const KIND_OF_WORDS: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [/rate.?limit|throttl|too.?many|resource.?exhausted/i, "rate_limited"],
  [/time.?out|timed.?out/i, "timeout"],
  [
    /overloaded|unavailable|server.?error|api_error|fetch failed|cannot connect|E(?:CONN|PIPE|AI_AGAIN|NOTFOUND)|UND_ERR/i,
    "unavailable",
  ],
  [/authentication|permission|unauthorized|forbidden|api.?key/i, "auth"],
  [/invalid|not.?found|context.?length|too.?large/i, "invalid_request"],
];

/** What names an error: name, type, code and status, its own and those of what it wraps; the message where none does. */
function identifyingWords(thrown: unknown): string {
  const words: string[] = [];
  for (let error = thrown, depth = 0; error !== undefined && depth < 4; depth++) {
    if (!isObject(error)) {
      words.push(String(error));
      break;
    }
    const { name, type, code, status, message } = error;
    words.push(...[name, type, code, status, message].filter((word) => typeof word === "string"));
    error = isObject(error.error) ? error.error : error.cause;
  }
  return words.join(" ");
}

/** Providers wrap: `{ type: "error", error: { type, message } }` says what happened one level down. */
function innermostMessage(thrown: unknown): string {
  if (!isObject(thrown) || thrown instanceof Error) return messageOf(thrown);
  if (typeof thrown.message === "string") return thrown.message;
  return isObject(thrown.error) ? innermostMessage(thrown.error) : messageOf(thrown);
}
