/**
 * Turns appended events into calls of tracers, run by run and in order. What it knows of a run it forgets when the run
 * comes to rest, and reads again from the log when the run goes on, here or in another process.
 */
import type { RunLog } from "../../engine/run-log.ts";
import type { RunEvent } from "../../run/event.ts";
import type { Tracer } from "../tracer.ts";
import { RunSpans, type SpanChange } from "./run-spans.ts";

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
    const run = this.#runs.get(runId) ?? (await this.#soFar(runId, first.id));
    this.#runs.set(runId, run);
    for (const event of events) {
      const changes = run.push(event);
      if (event.type === "run_started" && run.trace !== undefined) {
        const { trace } = run;
        await this.#each((tracer) => tracer.onTraceStart(trace));
      }
      for (const change of changes) await this.#each((tracer) => tell(tracer, change));
      if (event.type === "run_completed" && run.trace !== undefined) {
        const { trace } = run;
        await this.#each((tracer) => tracer.onTraceEnd(trace));
      }
    }
  }

  /** What happened before was told when it happened. */
  async #soFar(runId: string, firstId: number): Promise<RunSpans> {
    const run = new RunSpans();
    const known = firstId === 1 ? [] : await this.#log.read(runId, { limit: firstId - 1 });
    for (const event of known) run.push(event);
    return run;
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

function tell(tracer: Tracer, { type, span }: SpanChange): Promise<void> {
  return type === "started" ? tracer.onSpanStart(span) : tracer.onSpanEnd(span);
}
