/**
 * The Responses and Chat Completions APIs on loopback, saying what a test wrote down, so that the real OpenAI clients
 * and the Agents SDK run with no account and no network. A request beyond the script is refused with a text that says
 * so, and `assertComplete` fails when it was asked for more or for less.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { createLoopbackServer, type LoopbackRequest, type LoopbackResponse } from "../loopback-server.ts";
import { apiError } from "./api-error.ts";
import { chatChunks, toChatCompletion } from "./chat-completion.ts";
import { type OpenAIApi, type OpenAIRequest, readRequest } from "./openai-request.ts";
import { toResponse } from "./response.ts";
import { responseEvents } from "./response-events.ts";
import type { OpenAIAnswer, OpenAIResponder, OpenAIStep } from "./script.ts";
import { type SpokenAnswer, toSpokenAnswer } from "./spoken-answer.ts";

export interface OpenAIEndpoint extends AsyncDisposable {
  /** What `OPENAI_BASE_URL` names. */
  readonly url: string;
  /** For a child process, or for `process.env`: the endpoint, a key that is none, and no trace sent outside. */
  readonly env: Readonly<Record<"OPENAI_BASE_URL" | "OPENAI_API_KEY" | "OPENAI_AGENTS_DISABLE_TRACING", string>>;
  /** Every request to a model so far, in order. */
  readonly requests: readonly OpenAIRequest[];
  /** Throws when steps are left over, or when more was asked than the script has. */
  assertComplete(): void;
}

export interface OpenAIEndpointOptions {
  /** One step for each request, in order; or a function that answers all of them. */
  readonly script: readonly OpenAIStep[] | OpenAIResponder;
}

export async function createOpenAIEndpoint({ script }: OpenAIEndpointOptions): Promise<OpenAIEndpoint> {
  const requests: OpenAIRequest[] = [];
  let calls = 0;

  const answerTo = async (request: OpenAIRequest, signal: AbortSignal): Promise<OpenAIAnswer> => {
    const step = typeof script === "function" ? script : script[requests.length];
    requests.push(request);
    if (step === undefined) return { status: 400, message: scriptIsOver(requests.length - 1) };
    return typeof step === "function" ? step(request, signal) : step;
  };

  const handle = async ({ method, path, body, signal }: LoopbackRequest): Promise<LoopbackResponse> => {
    const api = method === "POST" ? APIS.get(path) : undefined;
    if (api === undefined) return apiError({ status: 404, message: `no ${method} ${path}` });
    const request = readRequest(api, body);
    const id = requests.length + 1;
    const answer = await answerTo(request, signal);
    if (typeof answer === "object" && "status" in answer) return apiError(answer);
    const spoken = toSpokenAnswer(answer, () => `call_${++calls}`);
    return render(request, spoken, id);
  };

  const server = await createLoopbackServer(handle);
  const url = `${server.url}/v1`;
  return {
    url,
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: "scripted", OPENAI_AGENTS_DISABLE_TRACING: "1" },
    requests,
    assertComplete() {
      if (typeof script === "function" || requests.length === script.length) return;
      const message =
        requests.length > script.length
          ? scriptIsOver(script.length)
          : `the script has ${script.length} steps and the endpoint was asked ${requests.length} times`;
      throw new KigumiError({ code: "script_incomplete", message, data: { asked: requests.length } });
    },
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
    return stream ? events(responseEvents(response)) : json(response);
  }
  const completion = toChatCompletion(answer, { id, model });
  return stream ? events(chatChunks(completion)) : json(completion);
}

function events(body: AsyncIterable<string>): LoopbackResponse {
  return { headers: { "content-type": "text/event-stream" }, body };
}

function json(value: unknown): LoopbackResponse {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function scriptIsOver(steps: number): string {
  return `the script is over after ${steps} steps, and the model was asked once more; add a step`;
}
