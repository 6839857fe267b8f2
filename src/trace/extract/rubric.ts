/**
 * Finds a judge's verdict in what a span came out with, and gives it one form. Two conventions are in use, `comments` as
 * a list and `comment` as a sentence; a record has both.
 */
import { isObject, type JsonObject } from "../../json/json.ts";
import { parsedJson } from "./parsed-json.ts";

export interface Rubric {
  readonly score?: number;
  readonly comments: readonly string[];
  /** The comments, joined. */
  readonly comment: string;
  readonly tags?: readonly string[];
}

/** Explicit first: a rubric beside the output. Then one inside it, then an output that has a rubric's very shape. */
export function extractRubric(spanData: JsonObject, output: unknown): Rubric | undefined {
  const data = isObject(spanData.data) ? spanData.data : {};
  for (const declared of [spanData.rubric, data.rubric]) {
    if (isObject(declared)) return canonicalRubric(declared);
  }
  const value = parsedJson(output);
  if (!isObject(value)) return undefined;
  if (isObject(value.rubric)) return canonicalRubric(value.rubric);
  return isRubricShaped(value) ? canonicalRubric(value) : undefined;
}

const rubricKeys = new Set(["score", "comment", "comments", "tags"]);

/** A score among other fields is an ordinary structured answer: only a rubric's own keys make a verdict. */
function isRubricShaped(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value);
  if (!keys.every((key) => rubricKeys.has(key))) return false;
  if (value.score !== undefined) return typeof value.score === "number";
  return typeof value.comment === "string" || Array.isArray(value.comments);
}

/** Also for rubrics that an older writer stored in one of the two forms. */
export function canonicalRubric({ score, comment, comments, tags }: Record<string, unknown>): Rubric {
  const listed = textsOf(comments);
  const said = typeof comment === "string" ? comment : undefined;
  const all = listed.length > 0 || said === undefined || said === "" ? listed : [said];
  return {
    ...(typeof score === "number" && Number.isFinite(score) ? { score } : {}),
    comments: all,
    comment: said ?? all.join("\n"),
    ...(Array.isArray(tags) ? { tags: textsOf(tags) } : {}),
  };
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
