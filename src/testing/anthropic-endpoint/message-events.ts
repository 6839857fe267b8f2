/**
 * A message as the server-sent events of the Messages API: start, each block in at least two deltas where it can be
 * cut, and the stop reason with the output tokens last. Joined again, the events are the message, unless they break off
 * on purpose.
 */
import { setTimeout as pause } from "node:timers/promises";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { ContentBlock, Message } from "./message.ts";
import type { SpokenAnswer } from "./script.ts";

export async function* messageEvents(
  message: Message,
  { breaksOff }: Pick<SpokenAnswer, "breaksOff"> = {},
): AsyncGenerator<string, void, undefined> {
  const { content, stop_reason, stop_sequence, usage, ...rest } = message;
  const opening = {
    ...rest,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  yield sse({ type: "message_start", message: opening });
  for (const [index, block] of content.entries()) {
    yield sse({ type: "content_block_start", index, content_block: emptied(block) });
    for (const delta of deltasOf(block)) {
      yield sse({ type: "content_block_delta", index, delta });
      if (breaksOff !== undefined && index === content.length - 1) return yield* brokenOff(breaksOff);
    }
    yield sse({ type: "content_block_stop", index });
  }
  yield sse({ type: "message_delta", delta: { stop_reason, stop_sequence }, usage });
  yield sse({ type: "message_stop" });
}

/** Long enough for what was sent to arrive: with the connection goes all that is still on its way. */
const FLUSH_MS = 50;

async function* brokenOff(how: NonNullable<SpokenAnswer["breaksOff"]>): AsyncGenerator<string, void, undefined> {
  if (how === "error") return yield sse({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
  await pause(FLUSH_MS);
  throw new KigumiError({ code: "scripted_disconnect", message: "the script breaks the answer off here" });
}

function sse(event: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function emptied(block: ContentBlock): ContentBlock {
  switch (block.type) {
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "text":
      return { ...block, text: "" };
    case "tool_use":
      return { ...block, input: {} };
  }
}

function deltasOf(block: ContentBlock): object[] {
  switch (block.type) {
    case "thinking": {
      const deltas = halves(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking }));
      return [...deltas, { type: "signature_delta", signature: block.signature }];
    }
    case "text":
      return halves(block.text).map((text) => ({ type: "text_delta", text }));
    case "tool_use":
      return halves(JSON.stringify(block.input)).map((json) => ({ type: "input_json_delta", partial_json: json }));
  }
}

/** Cut between code points: half of a surrogate pair would not survive UTF-8. */
function halves(text: string): string[] {
  const points = [...text];
  const middle = Math.ceil(points.length / 2);
  return [points.slice(0, middle), points.slice(middle)].map((half) => half.join("")).filter((half) => half !== "");
}
