/** `kigumi answer <runId>`: gives a run the answers or the results it waits for, and carries it on like `approve`. */
import type { Command } from "commander";
import { answersFromWords, resultsFromWords } from "./answer-words.ts";
import { carryOn } from "./carry-on.ts";
import { chooseQuestion } from "./choose-question.ts";
import { readTree } from "./follow-run.ts";
import { type OpenRuntime, openExisting } from "./open-runtime.ts";
import { personName } from "./option-values.ts";
import type { Question } from "./run-tree.ts";
import { UsageError } from "./usage-error.ts";
import type { GlobalOptions, World } from "./world.ts";

interface AnswerOptions extends GlobalOptions {
  readonly by: string;
  readonly id?: string;
  readonly failed?: readonly string[];
  readonly follow: boolean;
}

/** An approval is a decision, and has a command of its own. */
type Answerable = Exclude<Question, { type: "await_confirmation" }>;

export function addAnswerCommand(program: Command, world: World): void {
  program
    .command("answer")
    .description("give a run the answers, or the results of outside tools, that it waits for")
    .argument("<runId>", "the run, or the one it is nested in")
    .argument(
      "[answers...]",
      "the answer; <id>=<answer> where there are several, <call>=@<file> for a result in a file",
    )
    .requiredOption("--by <name>", "who answers", personName)
    .option("--id <id>", "the question, when there is more than one")
    .option("--failed <call=why>", "a call that failed, and why", collect)
    .option("--no-follow", "only record the answer")
    .action((runId: string, words: string[], _options, command: Command) =>
      answer(runId, words, command.optsWithGlobals(), world),
    );
}

async function answer(runId: string, words: readonly string[], options: AnswerOptions, world: World): Promise<void> {
  const { by, id, failed = [], follow } = options;
  if (words.length === 0 && failed.length === 0)
    throw new UsageError("the answer is missing; give it after the id of the run");
  await using open = await openExisting(options, world, { withApp: follow });
  const tree = await readTree(open.runtime, runId);
  const question = chooseQuestion(tree, { id, files: options, what: "answer", is: isAnswerable });
  await provide(open, question, { words, failed, by, cwd: world.cwd });
  open.terminal.json({ type: "answered", runId: question.runId, id: question.awaitId, by });
  await carryOn(open, tree, { said: `answered by ${by}`, style: "green", world });
}

interface Given {
  readonly words: readonly string[];
  readonly failed: readonly string[];
  readonly by: string;
  readonly cwd: string;
}

function provide({ runtime }: OpenRuntime, question: Answerable, { by: requestedBy, ...given }: Given): Promise<void> {
  const { runId, awaitId: id } = question;
  const { words } = given;
  switch (question.type) {
    case "await_clarification":
      return runtime.provideClarification({ runId, id, answer: words.join(" "), requestedBy });
    case "await_questions":
      return runtime.provideAnswers({ runId, id, answers: answersFromWords(question.questions, words), requestedBy });
    case "await_external_tools": {
      const callIds = question.items.map(({ callId }) => callId);
      return runtime.provideToolResults({ runId, id, results: resultsFromWords(callIds, given), requestedBy });
    }
  }
}

function isAnswerable(question: Question): question is Answerable {
  return question.type !== "await_confirmation";
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
