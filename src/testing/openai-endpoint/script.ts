/** The words a scripted OpenAI endpoint is written in: one step for each request, whichever API it came through. */
import type { JsonObject, JsonValue } from "../../json/json.ts";
import type { Responder } from "../endpoint-script.ts";
import type { OpenAIRequest } from "./openai-request.ts";

/** One step, or a function that looks at the request and gives one. */
export type OpenAIStep = OpenAIAnswer | OpenAIResponder;

export type OpenAIResponder = Responder<OpenAIRequest, OpenAIAnswer>;

export type OpenAIAnswer =
  /** A final answer. */
  string | OpenAISpokenAnswer | OpenAIFailedAnswer;

/** What the model says: text or structured output first, then the tools it asks for. */
export interface OpenAISpokenAnswer {
  readonly text?: string;
  /** Structured output: sent as JSON text. */
  readonly output?: JsonValue;
  readonly toolCalls?: readonly OpenAIToolCall[];
  /** Further output items of the Responses API as they are, such as a hosted tool's call; Chat Completions has none. */
  readonly items?: readonly JsonObject[];
  readonly usage?: OpenAIUsage;
}

export interface OpenAIToolCall {
  /** Default `call_1`, `call_2` … through the whole script. */
  readonly id?: string;
  /** The tool's id; it is sent under its wire name. */
  readonly name: string;
  /** A text is sent as it is, so that a model can get its JSON wrong. */
  readonly args: JsonObject | string;
}

/** An answer with an HTTP error status, in the API's envelope. */
export interface OpenAIFailedAnswer {
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  /** Such as `{ "retry-after": "0" }`. Default `{ "x-should-retry": "false" }`: a test waits for no back-off. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Counted as given; what is left out is 10 tokens in and 5 out. */
export interface OpenAIUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}
