/**
 * The end of a request: what is still to be said, why it ended, and what it cost. Throws the typed error when what
 * came is no answer.
 */

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { stringifyJson } from "../../json/stringify-json.ts";
import type { ModelIdentity } from "../../model/model-error.ts";
import { type Asked, emptyAnswer, errorOfResult } from "./failure.ts";
import type { MessageParts } from "./message-parts.ts";
import { PROVIDER_KEY } from "./model-settings.ts";
import type { QueryRequest } from "./query-options.ts";
import { recoverStructuredOutput } from "./structured-output.ts";
import { StructuredOutputError } from "./structured-output-error.ts";
import { toModelUsage } from "./usage.ts";

export interface Ending {
  readonly result: SDKResultMessage | undefined;
  readonly said: MessageParts;
  readonly request: Pick<QueryRequest, "json">;
  readonly model: ModelIdentity;
}

export async function conclude({ result, said, request, model }: Ending): Promise<LanguageModelV4StreamPart[]> {
  const asked = { model, hasRunTools: said.hasRunTools };
  if (result === undefined) throw emptyAnswer(result, asked);
  if (said.callCount > 0)
    return [...said.end(), finish(result, { unified: "tool-calls", raw: result.stop_reason ?? undefined })];
  if (request.json !== undefined) {
    const value = await structuredAnswer(result, said, request.json, asked);
    return [
      ...said.end(),
      ...textParts(stringifyJson(value)),
      finish(result, { unified: "stop", raw: result.stop_reason ?? undefined }),
    ];
  }
  if (result.subtype !== "success" || result.is_error) throw errorOfResult(result, asked);
  const rest = said.text === "" ? result.result : "";
  if (rest === "" && said.text === "") throw emptyAnswer(result, asked);
  return [...said.end(), ...textParts(rest), finish(result, finishReason(result.stop_reason))];
}

/** Of these the CLI says that it failed, though the model may well have answered. */
const RECOVERABLE: ReadonlySet<SDKResultMessage["subtype"]> = new Set([
  "error_max_structured_output_retries",
  "error_max_turns",
  "error_during_execution",
]);

async function structuredAnswer(
  result: SDKResultMessage,
  said: MessageParts,
  { schema }: NonNullable<QueryRequest["json"]>,
  asked: Asked,
) {
  const isSuccess = result.subtype === "success";
  if (isSuccess ? result.is_error : !RECOVERABLE.has(result.subtype)) throw errorOfResult(result, asked);
  const accepted = isSuccess ? result.structured_output : undefined;
  const text = isSuccess ? result.result : said.text;
  const value = await recoverStructuredOutput({ accepted, text, captured: said.captured }, schema);
  if (value !== undefined) return value;
  const problem = isSuccess ? "the answer holds no JSON of the shape that was asked for" : result.errors.join("; ");
  throw new StructuredOutputError({
    model: asked.model,
    message: `${problem || result.subtype}; simplify the schema, or say in the prompt what belongs where`,
    sessionId: result.session_id,
    numTurns: result.num_turns,
    durationMs: result.duration_ms,
  });
}

function finish(result: SDKResultMessage, finishReason: LanguageModelV4FinishReason): LanguageModelV4StreamPart {
  const { session_id: sessionId, total_cost_usd: costUsd, num_turns: numTurns, duration_ms: durationMs } = result;
  const providerMetadata = { [PROVIDER_KEY]: { sessionId, costUsd, numTurns, durationMs } };
  return { type: "finish", finishReason, usage: toModelUsage(result), providerMetadata };
}

const UNIFIED: Readonly<Record<string, LanguageModelV4FinishReason["unified"]>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  refusal: "content-filter",
};

function finishReason(raw: string | null): LanguageModelV4FinishReason {
  return { unified: UNIFIED[raw ?? ""] ?? "other", raw: raw ?? undefined };
}

function textParts(text: string): LanguageModelV4StreamPart[] {
  if (text === "") return [];
  const id = "answer";
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta: text },
    { type: "text-end", id },
  ];
}
