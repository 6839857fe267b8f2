/**
 * The beginning of a text that is too large: whole lines while they fit. Long lines are clipped first, so that one
 * endless line does not crowd out everything, and something always remains.
 */
import { clipToBytes, clipToLength, utf8Length } from "./utf8.ts";

interface TextPreviewLimits {
  readonly maxBytes: number;
  /** In characters (UTF-16 units). */
  readonly maxLineLength: number;
}

export function previewText(text: string, { maxBytes, maxLineLength }: TextPreviewLimits): string {
  let preview = "";
  let room = maxBytes;
  for (const line of linesOf(text)) {
    const shown = clipLine(line, maxLineLength);
    const size = utf8Length(shown);
    if (size > room) {
      if (preview === "") preview = clipToBytes(shown, room);
      break;
    }
    preview += shown;
    room -= size;
  }
  return preview;
}

/** Lines with their line breaks, found one at a time: most of a large text is never looked at. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    yield text.slice(start, end);
    start = end;
  }
}

function clipLine(line: string, maxLength: number): string {
  const ending = line.endsWith("\r\n") ? "\r\n" : line.endsWith("\n") ? "\n" : "";
  const textLength = line.length - ending.length;
  return textLength <= maxLength ? line : `${clipToLength(line, maxLength - 1)}…${ending}`;
}
