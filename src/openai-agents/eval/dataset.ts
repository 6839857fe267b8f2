/**
 * The cases of an evaluation, one JSON object a line: `{"input": "…"}` and, where it helps, `id`, `expected` and
 * `context`. Nothing is dropped in silence: every line that cannot be read is named, by its number, at once.
 */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/json.ts";
import { parseJson } from "../../json/parse-json.ts";
import { promptHash } from "../prompt.ts";

export interface EvalCase {
  /** Unique in the data set. Default: made from the content of the line, so that it stays when lines move. */
  readonly id: string;
  readonly input: string;
  /** For the judge; never shown to the generator. */
  readonly expected?: JsonValue;
  /** The variables of the generator's template. */
  readonly context?: JsonObject;
}

const MOST_NAMED = 20;

export function readDataset(text: string, name: string): readonly EvalCase[] {
  const problems: string[] = [];
  const cases = new Map<string, { readonly line: number; readonly evalCase: EvalCase }>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      const evalCase = readCase(line);
      const twin = cases.get(evalCase.id);
      if (twin !== undefined) throw invalidCase(`the id "${evalCase.id}" is that of line ${twin.line} too`);
      cases.set(evalCase.id, { line: index + 1, evalCase });
    } catch (error) {
      problems.push(`line ${index + 1}: ${messageOf(error)}`);
    }
  }
  if (problems.length > 0) throw invalidDataset(name, problems);
  if (cases.size === 0) throw invalidDataset(name, ["it has no cases"]);
  return Array.from(cases.values(), ({ evalCase }) => evalCase);
}

function readCase(line: string): EvalCase {
  // A file that was saved on Windows may begin with a mark that JSON does not know.
  const value = parseJson(line.replace(/^\uFEFF/, ""));
  if (!isObject(value)) throw invalidCase("it is no JSON object");
  const { id, input, expected, context } = value;
  if (typeof input !== "string") throw invalidCase('"input" has to be a text');
  if (id !== undefined && (typeof id !== "string" || id === "")) throw invalidCase('"id" has to be a text');
  if (context !== undefined && !isObject(context)) throw invalidCase('"context" has to be an object');
  return {
    id: id ?? `case-${promptHash(JSON.stringify([input, expected, context])).slice(0, 12)}`,
    input,
    ...(expected === undefined ? {} : { expected }),
    ...(context === undefined ? {} : { context: context as JsonObject }),
  };
}

function invalidCase(message: string): KigumiError {
  return new KigumiError({ code: "invalid_case", message });
}

function invalidDataset(name: string, problems: readonly string[]): KigumiError {
  const rest = problems.length > MOST_NAMED ? [`and ${problems.length - MOST_NAMED} more`] : [];
  return new KigumiError({
    code: "invalid_dataset",
    message: `the data set ${name} cannot be used:\n${[...problems.slice(0, MOST_NAMED), ...rest].join("\n")}`,
    data: { problems: problems.length },
  });
}
