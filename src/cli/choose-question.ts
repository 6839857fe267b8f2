/** The question that a command answers: the one with the id that was given, else the only one there is. */
import { KigumiError } from "../errors/kigumi-error.ts";
import { describeQuestion } from "./describe-question.ts";
import type { Question, RunTree } from "./run-tree.ts";
import type { NamedFiles } from "./shell-command.ts";
import { UsageError } from "./usage-error.ts";

export interface ChooseOptions<Kind extends Question> {
  readonly id: string | undefined;
  /** What the command answers, in a word. */
  readonly what: string;
  readonly files: NamedFiles;
  is(question: Question): question is Kind;
}

export function chooseQuestion<Kind extends Question>(tree: RunTree, options: ChooseOptions<Kind>): Kind {
  const { id, what, files, is } = options;
  const { rootId, questions } = tree;
  const all = questions.filter(is);
  const found = id === undefined ? all : all.filter(({ awaitId }) => awaitId === id);
  const [chosen, ...others] = found;
  if (chosen === undefined) {
    const awaited = id === undefined ? `no ${what}` : `no ${what} with the id ${id}`;
    const message = [`run ${rootId} waits for ${awaited}${instead(tree)}`, ...describeAll(questions, files)].join("\n");
    throw new KigumiError({ code: "not_awaited", message });
  }
  if (others.length === 0) return chosen;
  const choices = describeAll(found, files).join("\n");
  throw new UsageError(`run ${rootId} waits for more than one ${what}; say which:\n${choices}`);
}

function describeAll(questions: readonly Question[], files: NamedFiles): readonly string[] {
  return questions.flatMap((question) => describeQuestion(question, files));
}

/** What the run does in place of waiting for that. */
function instead({ isEnded, questions }: RunTree): string {
  if (isEnded) return "; it is over";
  return questions.length === 0 ? "; nothing is asked of anybody now" : ", but for this:";
}
