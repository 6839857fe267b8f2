/** A value, or the object or list that it is the JSON text of: models often answer with the text. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
