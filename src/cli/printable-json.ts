/** JSON that is safe to print: characters that steer a terminal, which JSON may hold as they are, become escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f]|\p{Bidi_Control}/gu, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
