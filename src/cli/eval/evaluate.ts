/**
 * Runs an evaluation from the command line. Every score goes to the trace file as it comes, so that what was
 * interrupted can go on; what it says in the end is computed from the scores alone.
 */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { type PastScore, readPastScores } from "../../openai-agents/eval/past-scores.ts";
import { runEval } from "../../openai-agents/eval/run-eval.ts";
import { type CaseResult, summarizeEval } from "../../openai-agents/eval/summarize-eval.ts";
import { SQLiteTracer } from "../../trace/sqlite-tracer.ts";
import { createTerminal } from "../open-runtime.ts";
import type { Terminal } from "../terminal.ts";
import type { World } from "../world.ts";
import { checkGates } from "./check-gates.ts";
import type { EvalOptions } from "./eval-options.ts";
import { keepSignals } from "./keep-signals.ts";
import { type LoadedEval, loadEval } from "./load-eval.ts";
import { printSummary } from "./print-summary.ts";

export async function evaluate(file: string, options: EvalOptions, world: World): Promise<void> {
  const { cwd } = world;
  const terminal = createTerminal(options, world);
  const loaded = await loadEval(file, options, cwd);
  using _signals = keepSignals();
  await using tracer = new SQLiteTracer(resolve(cwd, options.traces));
  // These traces are the record of the evaluation, and they stay here: the SDK's own exporter would send them away.
  setTraceProcessors([tracer]);
  setTracingDisabled(false);

  // A file that cannot be used is told before any model is asked, and paid.
  await tracer.searchTraces({ limit: 1 });
  const runId = options.resume ?? `eval-${randomUUID()}`;
  const past = options.resume === undefined ? new Map() : await pastScores(tracer, runId, options.traces);
  terminal.note(`run ${runId}`);
  const results = await scoreAll(loaded, { runId, past, options, terminal, world });
  await tracer.forceFlush();

  const summary = summarizeEval(results, { variants: loaded.variants, seed: options.seed });
  terminal.json({ type: "result", run: runId, name: loaded.definition.name, ...summary });
  printSummary(terminal, summary);
  checkGates(summary, {
    minScore: options.minScore ?? loaded.definition.minScore,
    failsOnRegression: !options.regression,
  });
}

interface Scoring {
  readonly runId: string;
  readonly past: ReadonlyMap<string, PastScore>;
  readonly options: EvalOptions;
  readonly terminal: Terminal;
  readonly world: World;
}

async function scoreAll(loaded: LoadedEval, scoring: Scoring): Promise<readonly CaseResult[]> {
  const { definition, cases, variants } = loaded;
  const { runId, past, options, terminal, world } = scoring;
  const { signal } = world;
  const results = await runEval(definition, {
    ...{ cases, variants, runId, past, signal },
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    onResult: (result, { done, total }) => {
      terminal.json({ ...result, type: "case", outcome: result.type });
      if (result.type === "failed") terminal.note(`✗ ${result.variant} ${result.caseId}: ${result.error}`, "red");
      terminal.progress(`${done} of ${total}`);
    },
  });
  terminal.progress(undefined);
  if (!signal.aborted) return results;
  throw new KigumiError({
    code: "interrupted",
    message: `interrupted after ${results.length} of ${cases.length * variants.length}; go on with --resume ${runId}`,
    data: { run: runId },
  });
}

async function pastScores(tracer: SQLiteTracer, runId: string, file: string): Promise<ReadonlyMap<string, PastScore>> {
  const past = await readPastScores(tracer, runId);
  if (past.size > 0) return past;
  throw new KigumiError({
    code: "eval_run_not_found",
    message: `no score of the run ${runId} is in ${file}; start a new one without --resume`,
  });
}
