/** The message a model reads back after a call. Wire keys are snake_case, as persisted transcripts have them. */
import { isAbort } from "../errors/abort.ts";
import { messageOf } from "../errors/kigumi-error.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import type { ContentPart } from "./content-part.ts";
import { truncatedNotice } from "./output/notices.ts";
import type { ToolResult } from "./result.ts";

export interface ToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly content: string | readonly ContentPart[];
  readonly is_error?: true;
  /** Reads the full output back through `tool_output_cache`. */
  readonly output_ref?: string;
  /** The content was replaced to save context. */
  readonly trimmed?: true;
}

/** Text as it is, parts as parts, everything else as JSON. Server data stays behind. */
export function toToolMessage(call: { id: string; name: string }, result: ToolResult): ToolMessage {
  const message: { -readonly [K in keyof ToolMessage]: ToolMessage[K] } = {
    role: "tool",
    tool_call_id: call.id,
    tool_name: call.name,
    content: contentOf(result),
  };
  if (result.isError) message.is_error = true;
  if (result.outputRef) message.output_ref = result.outputRef.id;
  return message;
}

/** What a model is told when a tool threw. An abort is not told to anyone: it is thrown on. */
export function toToolErrorMessage(call: { id: string; name: string }, thrown: unknown): ToolMessage {
  if (isAbort(thrown)) throw thrown;
  return {
    role: "tool",
    tool_call_id: call.id,
    tool_name: call.name,
    content: `Error executing tool: ${messageOf(thrown)}`,
    is_error: true,
  };
}

function contentOf(result: ToolResult): string | readonly ContentPart[] {
  switch (result.type) {
    case "text":
      return result.text;
    case "parts":
      return result.parts;
    case "json": {
      const text = stringifyJson(result.value);
      // The value itself stays what its schema says; the model also needs to know that there is more.
      return result.outputRef ? `${text}\n\n${truncatedNotice(result.outputRef.id)}` : text;
    }
  }
}
