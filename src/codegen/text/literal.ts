/**
 * JSON values as TypeScript source. Whatever a design says, the text is one literal and nothing else: quotes, line
 * ends and characters that reorder what a reader sees are escaped.
 */
import { braces, type Doc, hardline, indent, join, list } from "./doc.ts";

/** The quotes that need fewer escapes; double ones when it makes no difference. */
export function stringLiteral(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff]|\p{Bidi_Control}/gu, unicodeEscape);
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  if (doubles <= singles) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}

/** A key as it stands before the colon. */
export function propertyKey(name: string): string {
  return isIdentifierName(name) ? name : stringLiteral(name);
}

/** `.key` or `["odd key"]`, behind what it is read from. */
export function memberAccess(name: string): string {
  return isIdentifierName(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

export function isIdentifierName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** On one line where it fits. Keys are written in the value's own order. */
export function literal(value: unknown): Doc {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (Array.isArray(value))
    return value.length > 1 && value.every(isRecord) ? table(value) : list("[", value.map(literal), "]");
  if (typeof value !== "object" || value === null) return String(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return braces(entries.map(([key, member]) => property(key, memberLiteral(key, member))));
}

/** Objects of several members, which the formatter never puts side by side. */
function table(rows: readonly unknown[]): Doc {
  return ["[", indent(hardline, join([",", hardline], rows.map(literal)), ","), hardline, "]"];
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 1;
}

/** For a key that every object has, the compiler takes the type of the inherited member as its hint. */
function memberLiteral(key: string, value: unknown): Doc {
  const isMisread = key in Object.prototype && typeof value === "object" && value !== null;
  return isMisread ? [literal(value), " as const"] : literal(value);
}

/** `key: value`. `__proto__` as a plain key would set the prototype. */
export function property(key: string, value: Doc): Doc {
  return [key === "__proto__" ? '["__proto__"]' : propertyKey(key), ": ", value];
}

function unicodeEscape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
