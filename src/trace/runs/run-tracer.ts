/**
 * Turns appended events into calls of tracers, run by run and in order. What it knows of a run it forgets when the run
 * comes to rest, and reads again from the log when the run goes on, here or in another process.
 */
import type { RunLog } from "../../engine/run-log.ts";
import type { RunEvent } from "../../run/event.ts";
import type { Tracer } from "../tracer.ts";
import { RunSpans, type SpanChange } from "./run-spans.ts";

const mostRuns = 1000;

export class RunTracer {
  readonly #log: Pick<RunLog, "read">;
  readonly #tracers: readonly Tracer[];
  readonly #onError: (error: unknown) => void;
  readonly #runs = new Map<string, RunSpans>();
  /** The work of each run, in a row. */
  readonly #work = new Map<string, Promise<void>>();

  constructor(log: Pick<RunLog, "read">, tracers: readonly Tracer[], onError: (error: unknown) => void = () => {}) {
    this.#log = log;
    this.#tracers = tracers;
    this.#onError = onError;
  }

  appended(runId: string, events: readonly RunEvent[], { isAtRest }: { isAtRest: boolean }): void {
    const before = this.#work.get(runId) ?? Promise.resolve();
    const work = before
      .then(() => this.#tell(runId, events))
      .catch(this.#onError)
      .then(() => {
        if (isAtRest) this.#runs.delete(runId);
        if (this.#work.get(runId) === work) this.#work.delete(runId);
      });
    this.#work.set(runId, work);
  }

  /** Everything appended so far has been told, and the tracers have stored it. */
  async settled(): Promise<void> {
    await Promise.all(this.#work.values());
    await Promise.all(this.#tracers.map((tracer) => this.#guarded(() => tracer.forceFlush())));
  }

  async #tell(runId: string, events: readonly RunEvent[]): Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    const known = this.#runs.get(runId);
    const run = known ?? new RunSpans();
    const missed = await this.#between(runId, run.lastEventId, first.id);
    // What happened before a run came to rest was told when it happened. What followed, an approval for example, may
    // come from a process that does not trace.
    const toldUntil = known === undefined ? restedAt(missed) : 0;
    for (const event of [...missed, ...events]) {
      const changes = run.push(event);
      if (event.id > toldUntil) await this.#tellChanges(run, event, changes);
    }
    this.#remember(runId, run);
  }

  async #between(runId: string, after: number, before: number): Promise<readonly RunEvent[]> {
    const limit = before - 1 - after;
    return limit > 0 ? this.#log.read(runId, { after, limit }) : [];
  }

  async #tellChanges({ trace }: RunSpans, { type }: RunEvent, changes: readonly SpanChange[]): Promise<void> {
    if (trace !== undefined && type === "run_started") await this.#each((tracer) => tracer.onTraceStart(trace));
    for (const change of changes) await this.#each((tracer) => tell(tracer, change));
    if (trace !== undefined && type === "run_completed") await this.#each((tracer) => tracer.onTraceEnd(trace));
  }

  /** A process may create runs that others drive: those it has not heard of for longest are read again when needed. */
  #remember(runId: string, run: RunSpans): void {
    this.#runs.delete(runId);
    this.#runs.set(runId, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > mostRuns && oldest !== undefined) this.#runs.delete(oldest);
  }

  async #each(act: (tracer: Tracer) => Promise<void>): Promise<void> {
    for (const tracer of this.#tracers) await this.#guarded(() => act(tracer));
  }

  /** One tracer's failure is not the others'. */
  async #guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#onError(error);
    }
  }
}

function restedAt(events: readonly RunEvent[]): number {
  const paused = events.findLast(({ type }) => type === "run_paused");
  return (paused ?? events.at(-1))?.id ?? 0;
}

function tell(tracer: Tracer, { type, span }: SpanChange): Promise<void> {
  return type === "started" ? tracer.onSpanStart(span) : tracer.onSpanEnd(span);
}
