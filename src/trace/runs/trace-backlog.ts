/**
 * Tells a tracer of runs that are in a log already: those from before it was installed, and those whose process died
 * before its tracers had stored everything. A store knows spans by their ids, so what it already has is not doubled.
 */
import type { RunLog, RunRecord } from "../../engine/run-log.ts";
import type { Tracer } from "../tracer.ts";
import { spansOfRun } from "./spans-of-run.ts";

export interface BacklogOptions {
  /** Only runs with an event after this time. */
  readonly since?: Date;
  readonly signal?: AbortSignal;
}

const runsPerPage = 100;

/** Returns how many runs were told. */
export async function traceBacklog(
  log: Pick<RunLog, "list" | "read">,
  tracer: Tracer,
  { since = new Date(0), signal }: BacklogOptions = {},
): Promise<number> {
  let count = 0;
  for await (const run of everyRun(log)) {
    signal?.throwIfAborted();
    if (run.updatedAt < since.getTime()) continue;
    await tellRun(log, run.runId, tracer);
    count++;
  }
  await tracer.forceFlush();
  return count;
}

async function* everyRun(log: Pick<RunLog, "list">): AsyncGenerator<RunRecord> {
  let page = await log.list({ limit: runsPerPage });
  while (page.length > 0) {
    yield* page;
    const last = page.at(-1);
    page = last === undefined ? [] : await log.list({ limit: runsPerPage, before: last.runId });
  }
}

async function tellRun(log: Pick<RunLog, "read">, runId: string, tracer: Tracer): Promise<void> {
  const { trace, spans } = spansOfRun(await log.read(runId));
  if (trace !== undefined) await tracer.onTraceStart(trace);
  for (const span of spans) await (span.endedAt === null ? tracer.onSpanStart(span) : tracer.onSpanEnd(span));
}
