/** The unified diff that write tools show: three lines of context, line endings ignored, bounded for a model's eyes. */
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

const CONTEXT_LINES = 3;
const PREVIEW_LINES = 120;
const PREVIEW_BYTES = 16 * 1024;
/** Two large texts with nothing in common take quadratic time to compare; nobody reads such a diff. */
const TIME_LIMIT_MS = 1000;

export interface DiffPreview {
  readonly text: string;
  readonly truncated: boolean;
}

/** The whole diff: empty when nothing changed, undefined when the texts are too different to compare in time. */
export function unifiedDiff(path: string, before: string, after: string): string | undefined {
  const [old, current] = [withLineFeeds(before), withLineFeeds(after)];
  if (old === current) return "";
  const options = { context: CONTEXT_LINES, timeout: TIME_LIMIT_MS };
  const patch = structuredPatch(path, path, old, current, undefined, undefined, options);
  return patch && formatPatch(patch, FILE_HEADERS_ONLY);
}

/** As many whole lines of a diff as fit. */
export function previewDiff(diff: string): DiffPreview {
  const lines = diff.split("\n");
  let bytes = 0;
  let count = 0;
  for (const line of lines.slice(0, PREVIEW_LINES)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > PREVIEW_BYTES) break;
    count += 1;
  }
  const rest = lines.slice(count);
  // What follows the last line feed is no line.
  if (rest.length === 0 || (rest.length === 1 && rest[0] === "")) return { text: diff, truncated: false };
  return { text: [...lines.slice(0, count), `... (${rest.length} more lines)`].join("\n"), truncated: true };
}

function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
