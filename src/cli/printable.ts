/**
 * Text of models, tools and people, made safe for a terminal: without control characters it cannot recolour, overwrite
 * or reorder what somebody reads before they approve a call.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}

/** On one line, cut to `limit` characters. */
export function oneLine(text: string, limit = 160): string {
  const characters = [...printable(text).replace(/\s+/g, " ").trim()];
  return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit - 1).join("")}…`;
}
