/**
 * The tool results that a request carries, as a test wants to compare them. The CLI appends reminders of its own to a
 * result; they are left out, so that what remains is what the tool returned.
 */
import type { MessagesRequest, RequestBlock, ToolResultBlock } from "./messages-request.ts";

export interface ReceivedToolResult {
  readonly callId: string;
  /** The text blocks, joined by newlines. */
  readonly text: string;
  readonly isError: boolean;
  /** Every block but the reminders, images included. */
  readonly blocks: readonly RequestBlock[];
}

/** In the order they were sent, over the whole conversation. */
export function toolResultsOf({ messages }: MessagesRequest): ReceivedToolResult[] {
  return messages
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .filter((block) => block.type === "tool_result")
    .map(toReceived);
}

function toReceived({ tool_use_id, content = [], is_error = false }: ToolResultBlock): ReceivedToolResult {
  const sent: readonly RequestBlock[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const blocks = withoutReminders(sent);
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return { callId: tool_use_id, text, isError: is_error, blocks };
}

// A reminder is a block of its own or the end of a text; either way the CLI puts a newline between it and the result.
const REMINDERS = /\n?(<system-reminder>[\s\S]*?<\/system-reminder>\s*)+$/;

function withoutReminders(sent: readonly RequestBlock[]): RequestBlock[] {
  const blocks: RequestBlock[] = [];
  for (const block of sent) {
    if (block.type !== "text" || !REMINDERS.test(block.text)) {
      blocks.push(block);
      continue;
    }
    const text = block.text.replace(REMINDERS, "");
    if (text !== "") blocks.push({ type: "text", text });
    else trimLastNewline(blocks);
  }
  return blocks;
}

function trimLastNewline(blocks: RequestBlock[]): void {
  const last = blocks.at(-1);
  if (last?.type === "text") blocks[blocks.length - 1] = { ...last, text: last.text.replace(/\n$/, "") };
}
