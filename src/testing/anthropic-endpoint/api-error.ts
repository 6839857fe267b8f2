/** Failures in the envelope of the Messages API, under the type that it uses for each status. */
import type { FailedAnswer } from "../endpoint-script.ts";
import { jsonResponse, type LoopbackResponse } from "../loopback-server.ts";

const TYPES = new Map([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [529, "overloaded_error"],
]);

export function apiError({ status, type, message, headers }: FailedAnswer): LoopbackResponse {
  const error = { type: type ?? TYPES.get(status) ?? "api_error", message: message ?? `scripted status ${status}` };
  return jsonResponse({ type: "error", error }, { status, headers: headers ?? { "x-should-retry": "false" } });
}
