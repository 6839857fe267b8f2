import { APICallError, InvalidPromptError, LoadAPIKeyError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { ModelError } from "./model-error.ts";
import { retryAfterMs } from "./retry-after.ts";
import { toModelError } from "./to-model-error.ts";

const model = { provider: "anthropic.messages", modelId: "claude" };
const now = new Date("2026-01-01T00:00:00Z");
const classify = (thrown: unknown) => toModelError(thrown, model, now) as ModelError;

function callError(statusCode: number | undefined, rest: Partial<ConstructorParameters<typeof APICallError>[0]> = {}) {
  return new APICallError({
    message: "refused",
    url: "https://api.example.com",
    requestBodyValues: {},
    ...(statusCode === undefined ? {} : { statusCode }),
    ...rest,
  });
}

test.each([
  [400, "invalid_request", false],
  [401, "auth", false],
  [403, "auth", false],
  [404, "invalid_request", false],
  [408, "timeout", true],
  [409, "unavailable", true],
  [422, "invalid_request", false],
  [429, "rate_limited", true],
  [500, "unavailable", true],
  [504, "timeout", true],
  [529, "unavailable", true],
])("an API call error with status %i is %s", (status, kind, isRetryable) => {
  expect(classify(callError(status))).toMatchObject({
    code: `model_${kind}`,
    kind,
    isRetryable,
    httpStatus: status,
    provider: "anthropic.messages",
    modelId: "claude",
  });
});

test("the provider's own word on retrying wins over the status", () => {
  expect(classify(callError(500, { isRetryable: false })).isRetryable).toBe(false);
});

test("an account without credit is for the operator to settle: time does not help, and the rate is not to blame", () => {
  const body = {
    error: { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your quota" },
  };
  const refusals = [
    callError(429, { data: body }),
    callError(429, { responseBody: JSON.stringify(body) }),
    callError(402),
    callError(400, { message: "Your credit balance is too low to access the Anthropic API." }),
    { type: "error", error: { type: "insufficient_quota", message: "You exceeded your quota" } },
  ];
  for (const refusal of refusals) {
    expect(classify(refusal)).toMatchObject({
      kind: "auth",
      isRetryable: false,
      message: expect.stringContaining("credit"),
    });
  }
});

test("errors of the AI SDK without a status are known by their marker", () => {
  expect(classify(new LoadAPIKeyError({ message: "no key" }))).toMatchObject({ kind: "auth", isRetryable: false });
  expect(classify(new InvalidPromptError({ prompt: "", message: "bad" })).kind).toBe("invalid_request");
});

test.each([
  [{ type: "overloaded_error", message: "Overloaded" }, "unavailable"],
  [{ type: "error", error: { type: "rate_limit_error", message: "slow" } }, "rate_limited"],
  [{ code: "rate_limit_exceeded", message: "slow" }, "rate_limited"],
  [{ type: "invalid_request_error", message: "bad" }, "invalid_request"],
  [{ type: "authentication_error", message: "who" }, "auth"],
  [new DOMException("late", "TimeoutError"), "timeout"],
  [
    Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(""), { code: "ECONNRESET" }) }),
    "unavailable",
  ],
  [Object.assign(new Error("x"), { cause: Object.assign(new Error(""), { code: "UND_ERR_BODY_TIMEOUT" }) }), "timeout"],
  ["the server had an error: overloaded", "unavailable"],
  [new Error("something else"), "unknown"],
  [undefined, "unknown"],
])("%o, without a status, is known by its words", (thrown, kind) => {
  expect(classify(thrown).kind).toBe(kind);
});

test("the message names the model, what happened and what to do", () => {
  expect(classify({ type: "error", error: { type: "rate_limit_error", message: "slow down" } }).message).toBe(
    "claude (anthropic.messages): slow down (slow down with a rate limiter, or ask the provider for a higher limit)",
  );
  const cause = callError(401);
  expect(classify(cause)).toMatchObject({
    message: "claude (anthropic.messages): refused (check the API key and what it may use)",
    cause,
  });
});

test("errors of this package pass the funnel unchanged", () => {
  const ours = new KigumiError({ code: "x", message: "y" });
  expect(toModelError(ours, model, now)).toBe(ours);
});

test("retry-after is read from every spelling that providers use", () => {
  expect(retryAfterMs({ "retry-after-ms": "250", "retry-after": "9" }, now)).toBe(250);
  expect(retryAfterMs({ "retry-after": "1.5" }, now)).toBe(1_500);
  expect(retryAfterMs({ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, now)).toBe(30_000);
  expect(retryAfterMs({ "retry-after": "Wed, 31 Dec 2025 00:00:30 GMT" }, now)).toBe(0);
  for (const nonsense of ["", "soon", "-1", "Infinity"]) {
    expect(retryAfterMs({ "retry-after": nonsense }, now)).toBeUndefined();
  }
  expect(retryAfterMs({}, now)).toBeUndefined();
  expect(classify(callError(429, { responseHeaders: { "retry-after": "2" } })).retryAfterMs).toBe(2_000);
});
