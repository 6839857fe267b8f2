/**
 * The Messages API on loopback, saying what a test wrote down, so that the real Claude Agent SDK and its CLI run with
 * no account and no network. A request beyond the script is refused with a text that says so, and `assertComplete`
 * fails when it was asked for more or for less.
 */
import { parseJson } from "../../json/parse-json.ts";
import { type EndpointOptions, EndpointScript, type ScriptedEndpoint } from "../endpoint-script.ts";
import {
  createLoopbackServer,
  eventStream,
  jsonResponse,
  type LoopbackRequest,
  type LoopbackResponse,
} from "../loopback-server.ts";
import { apiError } from "./api-error.ts";
import { type CliEnvironment, createCliEnvironment } from "./cli-environment.ts";
import { toMessage } from "./message.ts";
import { messageEvents } from "./message-events.ts";
import type { MessagesRequest } from "./messages-request.ts";
import type { AnthropicAnswer } from "./script.ts";

/** Its `url` is what `ANTHROPIC_BASE_URL` names. */
export interface AnthropicEndpoint extends ScriptedEndpoint<MessagesRequest> {
  /** For `options.env` of the SDK's `query()`: nothing else of this process's environment reaches the CLI. */
  readonly env: CliEnvironment;
}

export type AnthropicEndpointOptions = EndpointOptions<MessagesRequest, AnthropicAnswer>;

export async function createAnthropicEndpoint(options: AnthropicEndpointOptions): Promise<AnthropicEndpoint> {
  const steps = new EndpointScript(options);
  let calls = 0;

  const handle = async ({ method, path, body, signal }: LoopbackRequest): Promise<LoopbackResponse> => {
    if (method === "POST" && path === "/v1/messages/count_tokens") return jsonResponse({ input_tokens: 10 });
    if (method !== "POST" || path !== "/v1/messages") return apiError({ status: 404, message: `no ${method} ${path}` });

    const request = parseJson(body) as unknown as MessagesRequest;
    const id = `msg_${steps.requests.length + 1}`;
    const answer = await steps.answerTo(request, signal);
    if (typeof answer === "object" && "status" in answer) return apiError(answer);
    const spoken = typeof answer === "string" ? { text: answer } : answer;
    const message = toMessage(spoken, { id, model: request.model, nextCallId: () => `toolu_${++calls}` });
    return request.stream === true ? eventStream(messageEvents(message, spoken)) : jsonResponse(message);
  };

  const server = await createLoopbackServer(handle);
  const scratch = await createCliEnvironment(server.url);

  return {
    url: server.url,
    env: scratch.env,
    requests: steps.requests,
    assertComplete: () => steps.assertComplete(),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}
