/**
 * The Messages API on loopback, saying what a test wrote down, so that the real Claude Agent SDK and its CLI run with
 * no account and no network. A request beyond the script is refused with a text that says so, and `assertComplete`
 * fails when it was asked for more or for less.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { parseJson } from "../../json/parse-json.ts";
import { createLoopbackServer, type LoopbackRequest, type LoopbackResponse } from "../loopback-server.ts";
import { apiError } from "./api-error.ts";
import { type CliEnvironment, createCliEnvironment } from "./cli-environment.ts";
import { toMessage } from "./message.ts";
import { messageEvents } from "./message-events.ts";
import type { MessagesRequest } from "./messages-request.ts";
import type { AnthropicAnswer, AnthropicResponder, AnthropicStep } from "./script.ts";

export interface AnthropicEndpoint extends AsyncDisposable {
  /** What `ANTHROPIC_BASE_URL` names. */
  readonly url: string;
  /** For `options.env` of the SDK's `query()`: nothing else of this process's environment reaches the CLI. */
  readonly env: CliEnvironment;
  /** Every request for a message so far, in order. */
  readonly requests: readonly MessagesRequest[];
  /** Throws when steps are left over, or when more was asked than the script has. */
  assertComplete(): void;
}

export interface AnthropicEndpointOptions {
  /** One step for each request, in order; or a function that answers all of them. */
  readonly script: readonly AnthropicStep[] | AnthropicResponder;
}

export async function createAnthropicEndpoint({ script }: AnthropicEndpointOptions): Promise<AnthropicEndpoint> {
  const requests: MessagesRequest[] = [];
  let calls = 0;

  const answerTo = async (request: MessagesRequest, signal: AbortSignal): Promise<AnthropicAnswer> => {
    const step = typeof script === "function" ? script : script[requests.length];
    requests.push(request);
    if (step === undefined) return { status: 400, message: scriptIsOver(requests.length - 1) };
    return typeof step === "function" ? step(request, signal) : step;
  };

  const handle = async ({ method, path, body, signal }: LoopbackRequest): Promise<LoopbackResponse> => {
    if (method === "POST" && path === "/v1/messages/count_tokens") return json({ input_tokens: 10 });
    if (method !== "POST" || path !== "/v1/messages") return apiError({ status: 404, message: `no ${method} ${path}` });

    const request = parseJson(body) as unknown as MessagesRequest;
    const id = `msg_${requests.length + 1}`;
    const answer = await answerTo(request, signal);
    if (typeof answer === "object" && "status" in answer) return apiError(answer);
    const spoken = typeof answer === "string" ? { text: answer } : answer;
    const message = toMessage(spoken, { id, model: request.model, nextCallId: () => `toolu_${++calls}` });
    if (request.stream !== true) return json(message);
    return { headers: { "content-type": "text/event-stream" }, body: messageEvents(message) };
  };

  const server = await createLoopbackServer(handle);
  const scratch = await createCliEnvironment(server.url);

  return {
    url: server.url,
    env: scratch.env,
    requests,
    assertComplete() {
      if (typeof script === "function" || requests.length === script.length) return;
      const message =
        requests.length > script.length
          ? scriptIsOver(script.length)
          : `the script has ${script.length} steps and the endpoint was asked ${requests.length} times`;
      throw new KigumiError({ code: "script_incomplete", message, data: { asked: requests.length } });
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

function json(value: unknown): LoopbackResponse {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function scriptIsOver(steps: number): string {
  return `the script is over after ${steps} steps, and the endpoint was asked once more; add a step, or let the last one end the turn`;
}
