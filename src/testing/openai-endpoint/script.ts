/** The words a scripted OpenAI endpoint is written in: one step for each request, whichever API it came through. */
import type { JsonObject, JsonValue } from "../../json/json.ts";
import type { FailedAnswer, Responder, Step } from "../endpoint-script.ts";
import type { OpenAIRequest } from "./openai-request.ts";

export type OpenAIStep = Step<OpenAIRequest, OpenAIAnswer>;

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

export interface OpenAIFailedAnswer extends FailedAnswer {
  readonly code?: string;
}

/** Counted as given; what is left out is 10 tokens in and 5 out. */
export interface OpenAIUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}
