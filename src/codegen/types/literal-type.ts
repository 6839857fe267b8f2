/** A fixed JSON value as the type that only it has. */
import { braces, type Doc, list } from "../text/doc.ts";
import { numberLiteral, propertyKey, stringLiteral } from "../text/literal.ts";

export function literalType(value: unknown): Doc {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (Array.isArray(value)) return ["readonly ", list("[", value.map(literalType), "]")];
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => [`readonly ${propertyKey(key)}: `, literalType(member)]);
  return members.length === 0 ? "Readonly<Record<string, never>>" : braces(members, ";");
}
