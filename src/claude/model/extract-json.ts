/**
 * Finds the JSON in what a model wrote: the text itself, a fenced block, the first balanced object, the first balanced
 * array, in this order. What is no object comes back as `{ value }`; when nothing parses, the error says why for each.
 */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/json.ts";

const PREVIEW_LENGTH = 200;

type Strategy = readonly [name: string, find: (text: string) => string | undefined];

const STRATEGIES: readonly Strategy[] = [
  ["the whole text", (text) => text],
  ["a fenced block", (text) => /```(?:json)?[^\S\n]*\n([\s\S]*?)```/i.exec(text)?.[1]],
  ["a balanced object", (text) => firstBalanced(text, "{", "}")],
  ["a balanced array", (text) => firstBalanced(text, "[", "]")],
];

export function extractJson(text: string): JsonObject {
  const failures: string[] = [];
  for (const [name, find] of STRATEGIES) {
    const candidate = find(text)?.trim();
    if (candidate === undefined || candidate === "") {
      failures.push(`${name}: not found`);
      continue;
    }
    try {
      const value: JsonValue = JSON.parse(candidate);
      return isObject(value) ? (value as JsonObject) : { value };
    } catch (error) {
      failures.push(`${name}: ${messageOf(error)}`);
    }
  }
  const preview = text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text;
  throw new KigumiError({
    code: "json_not_found",
    message: `no JSON could be read from the text (${failures.join("; ")}); ask the model to answer with JSON alone. The text begins: ${preview}`,
    data: { failures, preview },
  });
}

/** From the first opening bracket to the one that closes it; brackets inside strings do not count. */
function firstBalanced(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  if (start === -1) return undefined;
  let depth = 0;
  let isInString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return text.slice(start, index + 1);
  }
  return undefined;
}
