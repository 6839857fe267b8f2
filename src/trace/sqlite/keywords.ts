/**
 * Keywords as a question to the index. It knows groups of three letters: a longer keyword is a phrase of such groups, one
 * of two letters is any group that begins with it, and a single letter is looked for in the text itself.
 */
import type { Sql } from "../../engine/sqlite/statements.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { Condition } from "./condition.ts";
import { folded, indexedKeyword } from "./folded-text.ts";

/** Those that say something: the empty text is part of every text. */
export function givenKeywords(keywords: readonly string[] = []): string[] {
  if (!Array.isArray(keywords) || !keywords.every((keyword) => typeof keyword === "string")) {
    throw new KigumiError({ code: "invalid_trace_query", message: "keywords have to be a list of texts" });
  }
  return keywords.filter((keyword) => keyword !== "");
}

/** Undefined when the index cannot help. */
export function matchExpression(sql: Sql, keyword: string): string | undefined {
  const text = indexedKeyword(keyword);
  const letters = [...text].length;
  if (letters >= 3) return quoted(text);
  if (letters < 2) return undefined;
  const groups = groupsFrom(sql, text);
  // A group that cannot occur: nothing begins with the keyword.
  if (groups.length === 0) return quoted("\uFFFF\uFFFF\uFFFF");
  return `(${groups.map(quoted).join(" OR ")})`;
}

/** One by one, each time the next that is greater: listing them would read every place where each of them occurs. */
function groupsFrom(sql: Sql, beginning: string): string[] {
  const next = sql("SELECT term FROM temp.span_terms WHERE term >= ? AND term < ? LIMIT 1");
  const groups: string[] = [];
  let from = beginning;
  for (;;) {
    const found = next.get(from, `${beginning}\u{10FFFF}`);
    if (found === undefined) return groups;
    const group = String(found.term);
    groups.push(group);
    // All groups are equally long, so nothing lies between one and this.
    from = `${group}\u0001`;
  }
}

/** On a row of `spans`, whatever the keyword's length. */
export function occursInText(keyword: string): Condition {
  const text = folded(keyword);
  return { sql: "contains_folded(input, ?) OR contains_folded(output, ?)", values: [text, text] };
}

/** What the condition above calls. */
export function containsFolded(text: unknown, foldedKeyword: unknown): number {
  return typeof text === "string" && folded(text).includes(String(foldedKeyword)) ? 1 : 0;
}

/** A text as it is written in a question to the index. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
