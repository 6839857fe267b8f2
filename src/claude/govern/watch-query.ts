/**
 * Reads a governed query along: tokens are counted as they are used, a loop that outlives its time is ended, and the
 * trace is closed with the result. The messages pass as they are, but for those that are there to be counted only; what
 * ends it otherwise is a typed error.
 */
import type { Options, SDKMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { errorOfThrown } from "../model/failure.ts";
import type { CallTrace } from "./call-trace.ts";
import type { BudgetMeter } from "./claude-budget.ts";

export interface WatchQueryOptions {
  readonly meter: BudgetMeter;
  readonly trace?: CallTrace | undefined;
  readonly abortController: AbortController;
  /** What the caller asked for besides. */
  readonly others: Pick<Options, "includePartialMessages" | "model">;
}

export async function* watchQuery(
  messages: AsyncIterable<SDKMessage>,
  { meter, trace, abortController, others }: WatchQueryOptions,
): AsyncGenerator<SDKMessage, void, undefined> {
  const cancel = meter.whenOver((error) => abortController.abort(error));
  let result: SDKResultMessage | undefined;
  try {
    for await (const message of messages) {
      if (message.type === "result") result = message;
      meter.spend(tokensOf(message));
      if (others.includePartialMessages || message.type !== "stream_event") yield message;
    }
  } catch (thrown) {
    const { aborted, reason } = abortController.signal;
    if (aborted) throw KigumiError.isInstance(reason) ? reason : thrown;
    if (KigumiError.isInstance(thrown)) throw thrown;
    const model = { provider: "claude-code", modelId: others.model ?? "claude" };
    // Nobody here knows what has run by then.
    throw errorOfThrown(thrown, { model, hasRunTools: true });
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
