/** Text between double quotes with Go's escapes, as Go's `%q` writes it. */

const escapes: ReadonlyMap<string, string> = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

// Letters, marks, numbers, punctuation, symbols and the plain space are shown; everything else is escaped.
const special = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

export function quote(text: string): string {
  // A lone surrogate is no character; Go would hold the replacement character in its place.
  return `"${text.toWellFormed().replace(special, escapeOf)}"`;
}

function escapeOf(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  const hex = codePoint.toString(16);
  if (codePoint < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return codePoint < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
