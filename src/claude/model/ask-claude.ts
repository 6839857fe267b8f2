/**
 * One request, asked once: a query of its own, within its time, told part by part as its messages come, and concluded
 * with what it was worth. The CLI is gone when this ends, however it ends.
 */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { SDKAPIRetryMessage, SDKMessage, SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { systemClock } from "../../clock/system-clock.ts";
import { orAbort } from "../../errors/abort.ts";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import type { ModelIdentity } from "../../model/model-error.ts";
import { conclude } from "./conclude.ts";
import { type Asked, brokenOff, errorOfThrown, timedOut } from "./failure.ts";
import { MessageParts } from "./message-parts.ts";
import { DEFAULT_TIMEOUT_MS, type NamedSettings } from "./model-settings.ts";
import { openQuery } from "./open-query.ts";
import { type QueryRequest, toQueryOptions } from "./query-options.ts";

export interface Asking {
  readonly model: ModelIdentity;
  readonly settings: NamedSettings;
  readonly abortSignal: AbortSignal | undefined;
  /** Somebody reads along while the answer grows. */
  readonly isLive: boolean;
}

export async function* askClaude(
  request: QueryRequest,
  { model, settings, abortSignal, isLive }: Asking,
): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
  const { clock = systemClock } = settings;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = request.settings;
  const said: MessageParts = new MessageParts({
    ...request.tools,
    isTextHeld: request.json !== undefined,
    isLive,
    brokenOff: () => brokenOff(asked()),
  });
  const asked = (): Asked => ({ model, hasRunTools: said.hasRunTools });
  const time = new AbortController();
  let lastRetry: SDKAPIRetryMessage | undefined;
  const cancelTimer = clock.after(timeoutMs, () => time.abort(timedOut(timeoutMs, asked(), lastRetry)));
  const signal = abortSignal === undefined ? time.signal : AbortSignal.any([abortSignal, time.signal]);
  let messages: AsyncGenerator<SDKMessage, void> | undefined;
  let result: SDKResultMessage | undefined;
  try {
    const { content, deferred } = request.prompt;
    const abortController = new AbortController();
    signal.addEventListener("abort", () => abortController.abort(), { once: true });
    const options = { ...toQueryOptions(settings, request), abortController };
    messages = await openQuery({ content, options, isAtCall: deferred !== undefined, clock });
    for (;;) {
      const { done, value: message } = await orAbort(messages.next(), signal);
      if (done) break;
      if (message.type === "result") result = message;
      if (message.type === "system" && message.subtype === "api_retry") lastRetry = message;
      tell(message, settings);
      yield* said.read(message);
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (KigumiError.isInstance(thrown)) throw thrown;
    // The SDK throws what a failed result says already, and says better.
    if (result === undefined) throw errorOfThrown(thrown, asked());
  } finally {
    cancelTimer();
    // Not awaited: a CLI that hangs must not hold up whoever has stopped waiting for it.
    messages?.return().catch(() => {});
  }
  yield* await conclude({ result, said, request, model });
}

function tell(message: SDKMessage, { onMessage, logger }: NamedSettings): void {
  try {
    onMessage?.(message);
  } catch (error) {
    logger?.error(`onMessage failed: ${messageOf(error)}`);
  }
}
