/** The question that a command answers: the one with the id that was given, else the only one there is. */
import { KigumiError } from "../errors/kigumi-error.ts";
import { describeQuestion } from "./describe-question.ts";
import type { Question, RunTree } from "./run-tree.ts";
import { UsageError } from "./usage-error.ts";

export interface ChooseOptions<Kind extends Question> {
  readonly id: string | undefined;
  /** What the command answers, in a word. */
  readonly what: string;
  readonly store: string;
  is(question: Question): question is Kind;
}

export function chooseQuestion<Kind extends Question>(tree: RunTree, options: ChooseOptions<Kind>): Kind {
  const { id, what, store, is } = options;
  const { rootId, questions } = tree;
  const all = questions.filter(is);
  const found = id === undefined ? all : all.filter(({ awaitId }) => awaitId === id);
  const [chosen, ...others] = found;
  if (chosen === undefined) {
    const awaited = id === undefined ? `no ${what}` : `no ${what} with the id ${id}`;
    throw new KigumiError({ code: "not_awaited", message: `run ${rootId} waits for ${awaited}` });
  }
  if (others.length === 0) return chosen;
  const choices = found.flatMap((each) => describeQuestion(each, store));
  throw new UsageError(`run ${rootId} waits for more than one ${what}; say which:\n${choices.join("\n")}`);
}
