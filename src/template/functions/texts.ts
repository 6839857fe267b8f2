/** `print`, `println`, `printf`, `json`, `quote` and `truncate`. */
import type { JsonValue } from "../../json/json.ts";
import { BoundedText } from "../render/bounded-text.ts";
import type { Work } from "../render/work.ts";
import { sliceCodePoints } from "./code-points.ts";
import { printf } from "./printf.ts";
import { checkFormat } from "./printf-format.ts";
import { quote } from "./quote.ts";
import type { FunctionSpec } from "./template-function.ts";
import { describeValue, jsonOf, textOf } from "./text-of.ts";

export const texts: Readonly<Record<string, FunctionSpec>> = {
  // Like Go's, print puts a space only between two neighbours that are not texts.
  print: { minArgs: 0, maxArgs: Infinity, run: (values, work) => joined(values, areNoTexts, "", work) },
  println: { minArgs: 0, maxArgs: Infinity, run: (values, work) => joined(values, () => true, "\n", work) },
  printf: {
    minArgs: 1,
    maxArgs: Infinity,
    checkLiteral: (format, argumentCount) => checkFormat(format, argumentCount - 1),
    run: ([format = null, ...values], work) => printf(requireText("printf", format, work), values, work),
  },
  json: { minArgs: 1, maxArgs: 1, run: ([value = null], work) => jsonOf(value, work) },
  quote: { minArgs: 1, maxArgs: 1, run: ([value = null], work) => quote(requireText("quote", value, work)) },
  truncate: { minArgs: 2, maxArgs: 2, run: ([text = null, length = null], work) => truncate(text, length, work) },
};

function joined(
  values: readonly JsonValue[],
  isSpaceBetween: (left: JsonValue, right: JsonValue) => boolean,
  ending: string,
  work: Work,
): string {
  const text = new BoundedText(work);
  for (const [index, value] of values.entries()) {
    if (index > 0 && isSpaceBetween(values[index - 1] ?? null, value)) text.append(" ");
    text.append(textOf(value, work));
  }
  text.append(ending);
  return text.toString();
}

function areNoTexts(left: JsonValue, right: JsonValue): boolean {
  return typeof left !== "string" && typeof right !== "string";
}

function requireText(name: string, value: JsonValue, work: Work): string {
  if (typeof value === "string") return value;
  throw work.problem(`${name} needs a text and got ${describeValue(value)}`);
}

/** The first characters of a text; of an optional text that is absent, none. */
function truncate(text: JsonValue, length: JsonValue, work: Work): string {
  if (typeof length !== "number" || !Number.isInteger(length) || length < 0) {
    throw work.problem(`truncate needs a whole number of characters and got ${describeValue(length)}`);
  }
  return sliceCodePoints(text === null ? "" : requireText("truncate", text, work), 0, length);
}
