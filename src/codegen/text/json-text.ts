/** A JSON file with two-space indentation: an object's members each on a line, lists on one where they fit. */
import { block, type Doc, group, hardline, indent, join, line, softline } from "./doc.ts";
import { printDoc } from "./print-doc.ts";

export function jsonText(value: unknown): string {
  return printDoc([jsonDoc(value), hardline]);
}

function jsonDoc(value: unknown): Doc {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return group("[", indent(softline, join([",", line], value.map(jsonDoc))), softline, "]");
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  const last = members.length - 1;
  const rows = members.map(([key, member], i) => [JSON.stringify(key), ": ", jsonDoc(member), i === last ? "" : ","]);
  return block("{", rows);
}
