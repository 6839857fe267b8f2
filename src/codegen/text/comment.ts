/** Words of a design as a doc comment that ends where it should and shows what it says. */
import { type Doc, hardline, join } from "./doc.ts";

/** Undefined when there is nothing to say. */
export function docComment(text: string | undefined): Doc | undefined {
  const rows = commentLines(text);
  if (rows.length === 0) return undefined;
  if (rows.length === 1) return `/** ${rows[0]} */`;
  return ["/**", hardline, join(hardline, [...rows.map((row) => ` * ${row}`.trimEnd()), " */"])];
}

/** The declaration under its comment. */
export function documented(text: string | undefined, declaration: Doc): Doc {
  const comment = docComment(text);
  return comment === undefined ? declaration : [comment, hardline, declaration];
}

function commentLines(text = ""): string[] {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, " ")
    .replaceAll("*/", "*\\/")
    .trim()
    .split("\n")
    .map((row) => row.trimEnd())
    .filter((row, index, rows) => row !== "" || rows[index - 1] !== "")
    .filter((row, _, rows) => row !== "" || rows.length > 1);
}
