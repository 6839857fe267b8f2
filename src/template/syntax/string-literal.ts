/** Reads the two kinds of Go string literals, `"with \n escapes"` and raw ones between backquotes. */
import { invalidTemplate } from "./invalid-template.ts";

export interface StringLiteral {
  readonly value: string;
  /** Offset of what follows the closing quote. */
  readonly end: number;
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ['"', '"'],
]);

const hexEscape = /x[0-7][\da-fA-F]|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y;

export function readRawString(source: string, start: number): StringLiteral {
  const close = source.indexOf("`", start + 1);
  if (close < 0) throw invalidTemplate(source, start, "the raw string is not closed; add a backquote at its end");
  // As in Go, a carriage return is not part of a raw string, so that line endings of the file do not matter.
  return { value: source.slice(start + 1, close).replaceAll("\r", ""), end: close + 1 };
}

export function readQuotedString(source: string, start: number): StringLiteral {
  const parts: string[] = [];
  let offset = start + 1;
  for (;;) {
    const next = source.charAt(offset);
    if (next === "" || next === "\n")
      throw invalidTemplate(source, start, 'the string is not closed; add a " at its end');
    if (next === '"') return { value: parts.join(""), end: offset + 1 };
    if (next === "\\") {
      const character = readEscape(source, offset + 1);
      parts.push(character.value);
      offset = character.end;
    } else {
      parts.push(next);
      offset++;
    }
  }
}

function readEscape(source: string, start: number): StringLiteral {
  const simple = simpleEscapes.get(source.charAt(start));
  if (simple !== undefined) return { value: simple, end: start + 1 };
  hexEscape.lastIndex = start;
  const digits = hexEscape.exec(source)?.[0];
  const codePoint = digits === undefined ? Number.NaN : Number.parseInt(digits.slice(1), 16);
  const isCharacter = codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  if (digits === undefined || !isCharacter) {
    throw invalidTemplate(
      source,
      start - 1,
      'unknown escape; write one of \\n \\t \\r \\" \\\\ \\x41 (up to \\x7f) \\u00e9 \\U0001f600, or use a raw string between backquotes',
    );
  }
  return { value: String.fromCodePoint(codePoint), end: start + digits.length };
}
