/**
 * The Responses and Chat Completions APIs on loopback, saying what a test wrote down, so that the real OpenAI clients
 * and the Agents SDK run with no account and no network. A request beyond the script is refused with a text that says
 * so, and `assertComplete` fails when it was asked for more or for less.
 */
import { type EndpointOptions, EndpointScript, type ScriptedEndpoint } from "../endpoint-script.ts";
import {
  createLoopbackServer,
  eventStream,
  jsonResponse,
  type LoopbackRequest,
  type LoopbackResponse,
} from "../loopback-server.ts";
import { apiError } from "./api-error.ts";
import { chatChunks, toChatCompletion } from "./chat-completion.ts";
import { type OpenAIApi, type OpenAIRequest, readRequest } from "./openai-request.ts";
import { toResponse } from "./response.ts";
import { responseEvents } from "./response-events.ts";
import type { OpenAIAnswer } from "./script.ts";
import { type SpokenAnswer, toSpokenAnswer } from "./spoken-answer.ts";

/** Its `url` is what `OPENAI_BASE_URL` names. */
export interface OpenAIEndpoint extends ScriptedEndpoint<OpenAIRequest> {
  /** For a child process, or for `process.env`: the endpoint, a key that is none, and no trace sent outside. */
  readonly env: Readonly<Record<"OPENAI_BASE_URL" | "OPENAI_API_KEY" | "OPENAI_AGENTS_DISABLE_TRACING", string>>;
}

export type OpenAIEndpointOptions = EndpointOptions<OpenAIRequest, OpenAIAnswer>;

export async function createOpenAIEndpoint(options: OpenAIEndpointOptions): Promise<OpenAIEndpoint> {
  const steps = new EndpointScript(options);
  let calls = 0;

  const handle = async ({ method, path, body, signal }: LoopbackRequest): Promise<LoopbackResponse> => {
    const api = method === "POST" ? APIS.get(path) : undefined;
    if (api === undefined) return apiError({ status: 404, message: `no ${method} ${path}` });
    const request = readRequest(api, body);
    const id = steps.requests.length + 1;
    const answer = await steps.answerTo(request, signal);
    if (typeof answer === "object" && "status" in answer) return apiError(answer);
    const spoken = toSpokenAnswer(answer, () => `call_${++calls}`);
    return render(request, spoken, id);
  };

  const server = await createLoopbackServer(handle);
  const url = `${server.url}/v1`;
  return {
    url,
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: "scripted", OPENAI_AGENTS_DISABLE_TRACING: "1" },
    requests: steps.requests,
    assertComplete: () => steps.assertComplete(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const APIS: ReadonlyMap<string, OpenAIApi> = new Map([
  ["/v1/responses", "responses"],
  ["/v1/chat/completions", "chat_completions"],
]);

function render({ api, model, stream }: OpenAIRequest, answer: SpokenAnswer, id: number): LoopbackResponse {
  if (api === "responses") {
    const response = toResponse(answer, { id, model });
    return stream ? eventStream(responseEvents(response)) : jsonResponse(response);
  }
  const completion = toChatCompletion(answer, { id, model });
  return stream ? eventStream(chatChunks(completion)) : jsonResponse(completion);
}
