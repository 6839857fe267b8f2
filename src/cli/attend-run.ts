/**
 * Stays with a run: shows what happens, puts its questions to the person if there is one, and reports how it ended or
 * what it waits for. A run that failed is a failed command.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunOutput } from "../runtime/run-output.ts";
import { describeQuestion, questionJson } from "./describe-question.ts";
import { followRun } from "./follow-run.ts";
import type { OpenRuntime } from "./open-runtime.ts";
import type { Person } from "./person.ts";
import type { RunTree } from "./run-tree.ts";

export interface AttendOptions {
  readonly open: OpenRuntime;
  readonly runId: string;
  /** The last event of each run that has been shown already. */
  readonly known?: ReadonlyMap<string, number>;
  /** Without one, questions are left to others. */
  readonly person?: Person;
  readonly signal: AbortSignal;
}

/** What the run came to, or undefined when it waits. Rejects when it failed or was canceled. */
export async function attendRun(options: AttendOptions): Promise<RunOutput | undefined> {
  const { open, runId, person, signal } = options;
  const { runtime, printer, terminal } = open;
  let known = options.known;
  printer.attend(runId);
  for (;;) {
    const tree = await followRun({
      runtime,
      runId,
      signal,
      ...(known === undefined ? {} : { known }),
      onEvent: (event, at) => printer.event(event, at),
    });
    terminal.endLine();
    if (tree.isEnded) return ended(open, await runtime.handle(runId).result({ signal }));
    if (person === undefined || !(await answerAll(person, tree))) return waiting(open, tree);
    known = tree.positions;
  }
}

/** False when nothing was answered: asking again would only ask the same. */
async function answerAll(person: Person, { questions }: RunTree): Promise<boolean> {
  for (const question of questions) if (!(await person.answer(question))) return false;
  return questions.length > 0;
}

function ended({ terminal }: OpenRuntime, output: RunOutput): RunOutput {
  const { runId, status, message, error, usage } = output;
  terminal.json({ type: "result", runId, status, message, ...(error === undefined ? {} : { error }), usage });
  if (status === "completed") return output;
  throw new KigumiError({
    code: `run_${status}`,
    message:
      error === undefined ? `run ${runId} was canceled` : `run ${runId} failed (${error.kind}): ${error.message}`,
  });
}

function waiting({ terminal, options }: OpenRuntime, { rootId: runId, questions }: RunTree): undefined {
  terminal.json({ type: "result", runId, status: "waiting", questions: questions.map(questionJson) });
  if (questions.length === 0) terminal.line(`run ${runId} is paused`, "yellow");
  for (const question of questions) {
    for (const line of describeQuestion(question, options)) terminal.line(line, "yellow");
  }
}
