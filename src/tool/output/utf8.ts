/** Text measured and cut in UTF-8 bytes, without encoding it and without leaving half a character behind. */

/** The number of bytes of `text` in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // The second half of a pair adds nothing: four bytes for two units.
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++;
  }
  return bytes;
}

/** Whether `text` has at most `maxBytes`. A UTF-16 unit takes one to three bytes, so most texts need no counting. */
export function isWithinBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || utf8Length(text) <= maxBytes;
}

/** The longest beginning of `text` that is at most `maxBytes` long. */
export function clipToBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The beginning of `text`, at most `maxLength` UTF-16 units and never half a surrogate pair. */
export function clipToLength(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const splitsPair = isHighSurrogate(text.charCodeAt(maxLength - 1)) && isLowSurrogate(text.charCodeAt(maxLength));
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
