/**
 * The words after `kigumi answer` as what a run waits for. A word is `<id>=<value>`, the id that of a question or of a
 * call; where there is only one of them, its value is enough.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf } from "../errors/kigumi-error.ts";
import type { Answers } from "../run/answer-questions.ts";
import type { ToolOutcome } from "../run/event.ts";
import type { Question } from "../run/plan.ts";
import { chosenOptions } from "./choose-options.ts";
import { UsageError } from "./usage-error.ts";

export function answersFromWords(questions: readonly Question[], words: readonly string[]): Answers {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return Object.fromEntries(
    words.map((word) => {
      const [id, value] = namedValue(word, [...byId.keys()]);
      const question = byId.get(id);
      return [id, question === undefined ? value : chosenOptions(question, value)];
    }),
  );
}

export interface ProvidedResult {
  readonly callId: string;
  readonly outcome: ToolOutcome;
}

/** A value that begins with `@` names a file that holds the result. */
export function resultsFromWords(
  callIds: readonly string[],
  { words, failed, cwd }: { words: readonly string[]; failed: readonly string[]; cwd: string },
): readonly ProvidedResult[] {
  return [
    ...words.map((word): ProvidedResult => {
      const [callId, value] = namedValue(word, callIds);
      return { callId, outcome: succeeded(value.startsWith("@") ? fileText(resolve(cwd, value.slice(1))) : value) };
    }),
    ...failed.map((word): ProvidedResult => {
      const [callId, error] = namedValue(word, callIds);
      const failure = { kind: "domain_rejection", error, recovery: { action: "correct_call" } } as const;
      return { callId, outcome: { type: "failure", failure } };
    }),
  ];
}

export function succeeded(content: string): ToolOutcome {
  return { type: "success", content };
}

function namedValue(word: string, ids: readonly string[]): [id: string, value: string] {
  const named = ids.find((id) => word.startsWith(`${id}=`));
  if (named !== undefined) return [named, word.slice(named.length + 1)];
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return [only, word];
  throw new UsageError(`${JSON.stringify(word)} answers nothing; write <id>=<answer>, the id one of ${ids.join(", ")}`);
}

function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`the result cannot be read: ${messageOf(error)}`);
  }
}
