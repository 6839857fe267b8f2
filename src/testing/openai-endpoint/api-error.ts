/** Failures in the envelope of the OpenAI APIs. */
import type { LoopbackResponse } from "../loopback-server.ts";
import type { OpenAIFailedAnswer } from "./script.ts";

export function apiError({ status, type, code, message, headers }: OpenAIFailedAnswer): LoopbackResponse {
  const error = {
    message: message ?? `scripted status ${status}`,
    type: type ?? (status >= 500 ? "server_error" : "invalid_request_error"),
    param: null,
    code: code ?? null,
  };
  return {
    status,
    headers: { "content-type": "application/json", ...(headers ?? { "x-should-retry": "false" }) },
    body: JSON.stringify({ error }),
  };
}
