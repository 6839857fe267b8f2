/**
 * Reads a governed query along: tokens are counted as they are used, a loop that outlives its time is ended, and the
 * trace is closed with the result. The messages pass as they are, but for those that are there to be counted only.
 */
import type { SDKMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import type { CallTrace } from "./call-trace.ts";
import type { BudgetMeter } from "./claude-budget.ts";

export interface WatchQueryOptions {
  readonly meter: BudgetMeter;
  readonly trace?: CallTrace | undefined;
  readonly abortController: AbortController;
  /** Whether the caller asked for messages in parts, too. */
  readonly arePartsWanted: boolean;
}

export async function* watchQuery(
  messages: AsyncIterable<SDKMessage>,
  { meter, trace, abortController, arePartsWanted }: WatchQueryOptions,
): AsyncGenerator<SDKMessage, void, undefined> {
  const cancel = meter.whenOver(() => abortController.abort());
  let result: SDKResultMessage | undefined;
  try {
    for await (const message of messages) {
      if (message.type === "result") result = message;
      meter.spend(tokensOf(message));
      if (arePartsWanted || message.type !== "stream_event") yield message;
    }
  } finally {
    cancel();
    await trace?.closed(result);
  }
}

/** A model call says what it reads when it begins, and what it wrote when it ends. */
function tokensOf(message: SDKMessage): number {
  if (message.type !== "stream_event") return 0;
  const { event } = message;
  if (event.type === "message_delta") return event.usage.output_tokens;
  if (event.type !== "message_start") return 0;
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = event.message.usage;
  return input_tokens + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0);
}
