/**
 * A request to either API, with what tests look at read out of it: instructions, tools and their outputs are found in
 * the same place whether the client spoke Responses or Chat Completions.
 */
import { isObject, type JsonObject } from "../../json/json.ts";
import { parseJson } from "../../json/parse-json.ts";
import { stringifyJson } from "../../json/stringify-json.ts";

export type OpenAIApi = "responses" | "chat_completions";

export interface OpenAIRequest {
  readonly api: OpenAIApi;
  readonly model: string;
  readonly stream: boolean;
  /** The system prompt, empty when there is none. */
  readonly instructions: string;
  /** What the model is offered: the name of a function, the type of a hosted tool. */
  readonly toolNames: readonly string[];
  /** What tools answered so far, in order. */
  readonly toolOutputs: readonly OpenAIToolOutput[];
  /** The whole request, in the API's own words. */
  readonly body: JsonObject;
}

export interface OpenAIToolOutput {
  readonly callId: string;
  /** Text as it is; parts as JSON. */
  readonly output: string;
}

export function readRequest(api: OpenAIApi, text: string): OpenAIRequest {
  const parsed = parseJson(text);
  const body: JsonObject = isObject(parsed) ? parsed : {};
  const shared = { api, model: String(body.model ?? ""), stream: body.stream === true, body };
  const tools = objectsIn(body.tools);
  if (api === "chat_completions") {
    const messages = objectsIn(body.messages);
    return {
      ...shared,
      instructions: messages
        .filter(({ role }) => role === "system" || role === "developer")
        .map(({ content }) => textOf(content))
        .join("\n"),
      toolNames: tools.map((tool) => nameOf(isObject(tool.function) ? tool.function : tool)),
      toolOutputs: messages
        .filter(({ role }) => role === "tool")
        .map(({ tool_call_id, content }) => ({ callId: String(tool_call_id), output: textOf(content) })),
    };
  }
  return {
    ...shared,
    instructions: textOf(body.instructions ?? ""),
    toolNames: tools.map(nameOf),
    toolOutputs: objectsIn(body.input)
      .filter(({ type }) => type === "function_call_output")
      .map(({ call_id, output }) => ({ callId: String(call_id), output: textOf(output) })),
  };
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function nameOf(tool: Record<string, unknown>): string {
  return String(tool.name ?? tool.type);
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : stringifyJson(content);
}
