/**
 * Text as it is compared: without regard to case, by the same rule for what is stored and for what is looked for. A
 * keyword occurs in a text exactly when the folded keyword is a part of the folded text.
 */

/** A final sigma is a sigma, whatever stands behind it in one text and not in the other. */
export function folded(text: string): string {
  return text.toWellFormed().toLowerCase().replaceAll("ς", "σ");
}

/** Neither character may stand in text that is meant for people, so they cannot be confused with it. */
const inPlaceOfNul = "\uFFFE";
const end = "\uFFFF\uFFFF";

/** SQLite's tokenizer stops at a NUL; the ending lets the last two letters begin a group of three, too. */
export function indexedText(text: string | null): string {
  return text === null || text === "" ? "" : withoutNul(folded(text)) + end;
}

export function indexedKeyword(keyword: string): string {
  return withoutNul(folded(keyword));
}

function withoutNul(text: string): string {
  return text.replaceAll("\0", inPlaceOfNul);
}
