/** Text counted and ordered by Unicode characters (code points), as Go counts runes and orders UTF-8. */

export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Characters from `start` up to, not including, `end`; never half of a surrogate pair. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  let [position, from, to] = [0, text.length, text.length];
  let offset = 0;
  for (const character of text) {
    if (position === start) from = offset;
    if (position === end) {
      to = offset;
      break;
    }
    position++;
    offset += character.length;
  }
  return text.slice(Math.min(from, to), to);
}

export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [one, other] = [left.charCodeAt(i), right.charCodeAt(i)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

/** Surrogates stand for characters above all others, though their code units are not the highest. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
