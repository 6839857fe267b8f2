/** Text as lines that remember where they stand and how they end, so that a replacement touches nothing else. */

export interface TextLine {
  readonly text: string;
  readonly start: number;
  /** Where the text ends and the line ending begins. */
  readonly end: number;
  /** `"\n"`, `"\r\n"`, or empty on a last line that has none. */
  readonly ending: string;
}

export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf("\n", start);
    const next = feed === -1 ? text.length : feed + 1;
    const ending = feed === -1 ? "" : text[feed - 1] === "\r" && feed > start ? "\r\n" : "\n";
    const end = next - ending.length;
    lines.push({ text: text.slice(start, end), start, end, ending });
    start = next;
  }
  return lines;
}

/** A text written for a file: with CRLF when every line of the file ends so. Models never see the difference. */
export function withEndingsOf(file: string, text: string): string {
  return usesOnlyCrlf(file) ? text.replace(/\r?\n/g, "\r\n") : text;
}

function usesOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
}
