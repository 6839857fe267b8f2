/**
 * Keeps the outputs of tools that are not ours, such as `Bash`, within what a model is shown. The whole is saved, and
 * the long texts in it are cut where they stand: the CLI takes back only an output of the shape it gave.
 */
import { isObject } from "../../json/json.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { truncatedNotice } from "../../tool/output/notices.ts";
import type { OutputStore } from "../../tool/output/output-store.ts";
import { previewText } from "../../tool/output/preview-text.ts";
import { isWithinBytes } from "../../tool/output/utf8.ts";

export interface FittedOutput {
  readonly output: unknown;
  /** Names the place of the whole. */
  readonly notice: string;
}

export interface FitToolOutputOptions {
  readonly store: OutputStore;
  readonly runId: string;
  readonly maxBytes: number;
}

const LONGEST_LINE = 2000;

/** Undefined when the output is small enough as it is. */
export async function fitToolOutput(
  output: unknown,
  { store, runId, maxBytes }: FitToolOutputOptions,
): Promise<FittedOutput | undefined> {
  const texts = textsIn(output).filter((text) => text !== "");
  if (isWithinBytes(texts.join("\n"), maxBytes)) return undefined;
  const [only] = texts;
  const ref = await store.save({
    runId,
    text: texts.length === 1 && only !== undefined ? only : stringifyJson(output),
  });
  return { output: shortened(output, Math.floor(maxBytes / texts.length)), notice: truncatedNotice(ref.id) };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) && !isMedia(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Base64 is no text: half of an image is none. */
function isMedia({ type }: Record<string, unknown>): boolean {
  return type === "image" || type === "pdf" || type === "document" || type === "audio";
}

function shortened(value: unknown, maxBytes: number): unknown {
  if (typeof value === "string") {
    return isWithinBytes(value, maxBytes) ? value : previewText(value, { maxBytes, maxLineLength: LONGEST_LINE });
  }
  if (Array.isArray(value)) return value.map((item) => shortened(item, maxBytes));
  if (!isObject(value) || isMedia(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, maxBytes)]));
}
