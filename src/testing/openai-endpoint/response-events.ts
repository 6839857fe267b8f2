/**
 * A response as the server-sent events of the Responses API: opened, item by item with its deltas, and completed with
 * the whole. Joined again, the deltas are the response.
 */
import type { FunctionCallItem, MessageItem, OutputItem, OutputText, Response } from "./response.ts";
import { pieces } from "./spoken-answer.ts";

interface ServerEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export async function* responseEvents(response: Response): AsyncGenerator<string, void, undefined> {
  let sequence = 0;
  for (const event of eventsOf(response)) {
    yield `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence++ })}\n\n`;
  }
}

function* eventsOf(response: Response): Generator<ServerEvent, void, undefined> {
  const opening = { ...response, status: "in_progress", output: [], usage: null };
  yield { type: "response.created", response: opening };
  yield { type: "response.in_progress", response: opening };
  for (const [index, item] of response.output.entries()) {
    yield { type: "response.output_item.added", output_index: index, item: opened(item) };
    if (isMessage(item)) yield* messageEvents(item, index);
    if (isFunctionCall(item)) yield* callEvents(item, index);
    yield { type: "response.output_item.done", output_index: index, item };
  }
  yield { type: "response.completed", response };
}

function opened(item: OutputItem): object {
  if (isMessage(item)) return { ...item, status: "in_progress", content: [] };
  return isFunctionCall(item) ? { ...item, status: "in_progress", arguments: "" } : item;
}

function* messageEvents({ id, content }: MessageItem, index: number): Generator<ServerEvent, void, undefined> {
  for (const [contentIndex, part] of content.entries()) {
    const place = { item_id: id, output_index: index, content_index: contentIndex };
    const empty: OutputText = { ...part, text: "" };
    yield { type: "response.content_part.added", ...place, part: empty };
    for (const delta of pieces(part.text)) yield { type: "response.output_text.delta", ...place, delta, logprobs: [] };
    yield { type: "response.output_text.done", ...place, text: part.text, logprobs: [] };
    yield { type: "response.content_part.done", ...place, part };
  }
}

function* callEvents(item: FunctionCallItem, index: number): Generator<ServerEvent, void, undefined> {
  const place = { item_id: item.id, output_index: index };
  for (const delta of pieces(item.arguments)) yield { type: "response.function_call_arguments.delta", ...place, delta };
  yield { type: "response.function_call_arguments.done", ...place, name: item.name, arguments: item.arguments };
}

function isMessage(item: OutputItem): item is MessageItem {
  return item.type === "message" && Array.isArray(item.content);
}

function isFunctionCall(item: OutputItem): item is FunctionCallItem {
  return item.type === "function_call" && typeof item.arguments === "string";
}
