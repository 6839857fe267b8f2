/** The words a scripted Messages API is written in: one step for each request, in order. */
import type { JsonObject } from "../../json/json.ts";
import type { FailedAnswer, Responder, Step } from "../endpoint-script.ts";
import type { MessagesRequest } from "./messages-request.ts";

export type AnthropicStep = Step<MessagesRequest, AnthropicAnswer>;

export type AnthropicResponder = Responder<MessagesRequest, AnthropicAnswer>;

export type AnthropicAnswer =
  /** A final answer. */
  string | SpokenAnswer | FailedAnswer;

/** What the model says: thinking first, then text, then the tools it asks for. */
export interface SpokenAnswer {
  readonly thinking?: string;
  readonly text?: string;
  readonly toolCalls?: readonly AnthropicToolCall[];
  readonly usage?: AnthropicUsage;
  /** Default `tool_use` with tool calls and `end_turn` without. */
  readonly stopReason?: string;
  /** In the middle of the last block the stream ends: the connection is lost, or the API says that it is overloaded. */
  readonly breaksOff?: "disconnect" | "error";
}

export interface AnthropicToolCall {
  /** Default `toolu_1`, `toolu_2` … through the whole script. */
  readonly id?: string;
  /** As the request lists it, such as `mcp__pydantic_tools__add`. */
  readonly name: string;
  readonly args: JsonObject;
}

/** Counted as given; what is left out is 10 tokens in, 5 out and nothing cached. */
export interface AnthropicUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}
