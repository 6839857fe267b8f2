/** Failures in the envelope of the OpenAI APIs. */
import { jsonResponse, type LoopbackResponse } from "../loopback-server.ts";
import type { OpenAIFailedAnswer } from "./script.ts";

export function apiError({ status, type, code, message, headers }: OpenAIFailedAnswer): LoopbackResponse {
  const error = {
    message: message ?? `scripted status ${status}`,
    type: type ?? (status >= 500 ? "server_error" : "invalid_request_error"),
    param: null,
    code: code ?? null,
  };
  return jsonResponse({ error }, { status, headers: headers ?? { "x-should-retry": "false" } });
}
