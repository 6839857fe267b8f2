/**
 * Fits a result into a model's context. Within budget it is returned as it is; over budget the whole of it is saved and
 * the model gets a preview that names the reference: text as text, JSON as JSON that its schema still accepts.
 */
import type { JsonValue } from "../../json/json.ts";
import { type ContentPart, partAsText } from "../content-part.ts";
import {
  jsonResult,
  type PartsResult,
  partsResult,
  type ResultExtras,
  resultAsText,
  type ToolResult,
  textResult,
} from "../result.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { truncatedNotice } from "./notices.ts";
import type { OutputRef, OutputStore } from "./output-store.ts";
import { previewJson } from "./preview.ts";
import { previewText } from "./preview-text.ts";
import { isWithinBytes, utf8Length } from "./utf8.ts";

export interface FitResultOptions {
  store: OutputStore;
  /** The run that may read the output back. */
  runId: string;
  /** UTF-8 bytes the result may have as text, the notice included. Default 50 KiB. */
  maxBytes?: number;
  /** Characters after which a line of a text preview is clipped. Default 2000. */
  maxLineLength?: number;
  /** Base64 characters up to which an image or a document stays in the message. Default 5 MiB, what providers take. */
  maxPartLength?: number;
  /** A preview of a JSON result is valid against it. */
  outputSchema?: JsonSchema;
  /** Told when the output could not be saved. */
  onStoreError?: (error: unknown) => void;
}

/**
 * A result that already has an `outputRef` is a part of a stored output, such as a window that `tool_output_cache`
 * read, and is returned as it is. When saving fails so is the whole result: too much context is better than a lost answer.
 */
export async function fitResult(result: ToolResult, options: FitResultOptions): Promise<ToolResult> {
  if (result.outputRef !== undefined) return result;
  const { store, runId, onStoreError, ...optional } = options;
  const limits: Limits = { maxBytes: 50 * 1024, maxLineLength: 2000, maxPartLength: 5 * 1024 * 1024, ...optional };
  const text = resultAsText(result);
  if (fits(result, text, limits)) return result;

  const parts = result.type === "parts" ? result.parts.filter((part) => part.type !== "text") : [];
  let ref: OutputRef;
  try {
    ref = await store.save({ runId, text, parts });
  } catch (error) {
    onStoreError?.(error);
    return result;
  }
  const notice = truncatedNotice(ref.id);
  return withExtrasOf(result, ref, preview(result, text, { ...limits, notice }));
}

interface Limits {
  readonly maxBytes: number;
  readonly maxLineLength: number;
  readonly maxPartLength: number;
  readonly outputSchema?: JsonSchema;
}

function fits(result: ToolResult, text: string, { maxBytes, maxPartLength }: Limits): boolean {
  if (!isWithinBytes(text, maxBytes)) return false;
  return result.type !== "parts" || result.parts.every((part) => isSmall(part, maxPartLength));
}

function isSmall(part: ContentPart, maxPartLength: number): boolean {
  return part.type === "text" || (part.data ?? "").length <= maxPartLength;
}

type Preview = (extras: ResultExtras) => ToolResult;

function preview(result: ToolResult, text: string, limits: Limits & { readonly notice: string }): Preview {
  // The notice and the blank line before it.
  const maxBytes = Math.max(0, limits.maxBytes - utf8Length(limits.notice) - 2);
  const room = { ...limits, maxBytes };
  if (result.type === "parts") {
    const parts = previewParts(result, room);
    return (extras) => partsResult(parts, extras);
  }
  if (result.type === "json") {
    const value = previewJson(JSON.parse(text) as JsonValue, limits.outputSchema ?? true, maxBytes);
    if (value !== undefined) return (extras) => jsonResult(value, extras);
  }
  return (extras) => textResult(noticed(previewText(text, room), limits.notice), extras);
}

/** Images and documents that are small, a placeholder for each that is not, and of the texts what still fits. */
function previewParts({ parts }: PartsResult, limits: Limits & { readonly notice: string }): ContentPart[] {
  const placed = parts.map((part) => (isSmall(part, limits.maxPartLength) ? part : placeholderFor(part)));
  let room = limits.maxBytes;
  for (const [index, part] of placed.entries()) if (part !== parts[index]) room -= utf8Length(partAsText(part));

  const shown: ContentPart[] = [];
  for (const [index, part] of placed.entries()) {
    if (part.type !== "text" || part !== parts[index]) {
      shown.push(part);
      continue;
    }
    const text = previewText(part.text, { ...limits, maxBytes: room });
    if (text !== "") shown.push({ type: "text", text });
    room -= utf8Length(text);
  }
  return [...shown, { type: "text", text: limits.notice }];
}

function placeholderFor(part: ContentPart): ContentPart {
  return { type: "text", text: partAsText(part) };
}

function noticed(text: string, notice: string): string {
  return text === "" ? notice : `${text.replace(/\r?\n$/, "")}\n\n${notice}`;
}

function withExtrasOf({ isError, bounds, serverData }: ToolResult, outputRef: OutputRef, preview: Preview): ToolResult {
  return preview({
    ...(isError !== undefined && { isError }),
    ...(bounds !== undefined && { bounds }),
    ...(serverData !== undefined && { serverData }),
    outputRef,
  });
}
