/** One run in memory: its events as JSON text, as on disk, so that nobody can change what was logged. */
import type { RunEvent } from "../../run/event.ts";
import { assertOwned, decodeEvent, type EncodedEvent, type EventOwner } from "../encoded-event.ts";
import type { RunTail } from "../end-of-run.ts";
import { hasEnded, readyAt } from "../readiness.ts";
import type { AppendBatch, AppendOutcome, Claim, EventWindow, NewRun, NextMove, RunRecord } from "../run-log.ts";
import { invalidAppend, runEnded } from "../run-log-error.ts";

export class MemoryRun {
  readonly #run: NewRun;
  readonly #events: EncodedEvent[] = [];
  #next: NextMove;
  #updatedAt: number;
  #readyAt: number | undefined;
  #owner: string | undefined;
  #leaseUntil = 0;
  #fence = 0;

  constructor(run: NewRun, events: readonly EncodedEvent[], next: NextMove) {
    this.#run = copyOf(run);
    this.#keep(events);
    this.#next = next;
    this.#updatedAt = events.at(-1)?.at ?? run.createdAt;
    this.#readyAt = readyAt(next, run.createdAt);
  }

  get record(): RunRecord {
    const { status, wakeAt } = this.#next;
    const position = { status, lastEventId: this.lastEventId, updatedAt: this.#updatedAt };
    return { ...copyOf(this.#run), ...position, ...(wakeAt !== undefined && { wakeAt }) };
  }

  get owner(): EventOwner {
    return this.#run;
  }

  get agentId(): string {
    return this.#run.agentId;
  }

  get isEnded(): boolean {
    return hasEnded(this.#next.status);
  }

  get lastEventId(): number {
    return this.#events.length;
  }

  /** From when on the run may be claimed; undefined for a run at rest. */
  get claimableAt(): number | undefined {
    return this.#readyAt === undefined ? undefined : Math.max(this.#readyAt, this.#leaseUntil);
  }

  read({ after = 0, limit = this.#events.length, types }: EventWindow = {}): RunEvent[] {
    const rest = this.#events.slice(after, types === undefined ? after + limit : undefined);
    const wanted = types === undefined ? rest : rest.filter(({ type }) => types.some((each) => each === type));
    return wanted.slice(0, limit).map((event) => decodeEvent(this.#run, event));
  }

  /** Undefined for a run at rest. */
  tail(window: EventWindow): RunTail | undefined {
    if (!this.#next.isRunnable && !this.isEnded) return undefined;
    return { events: this.read(window), lastEventId: this.lastEventId, hasEnded: this.isEnded };
  }

  append(batch: AppendBatch, events: readonly EncodedEvent[]): AppendOutcome {
    const { runId } = this.#run;
    if (batch.fence !== undefined && !this.#isHeld(batch.fence)) return { type: "fenced" };
    if (batch.after < this.lastEventId) return { type: "conflict", missed: this.read({ after: batch.after }) };
    if (batch.after > this.lastEventId) throw invalidAppend(runId, `its last event is ${this.lastEventId}`);
    if (this.isEnded) {
      // To nudge a run that is over changes nothing.
      if (events.length === 0) return { type: "appended" };
      throw runEnded(runId, this.#next.status);
    }

    assertOwned(this.#run, batch.events);
    this.#keep(events);
    this.#next = batch.next;
    this.#updatedAt = events.at(-1)?.at ?? this.#updatedAt;
    this.#readyAt = readyAt(batch.next, batch.at, this.#readyAt);
    if (batch.release && batch.fence !== undefined) this.#giveBack();
    return { type: "appended" };
  }

  claim(owner: string, until: number): Claim {
    this.#owner = owner;
    this.#leaseUntil = until;
    this.#fence++;
    return { runId: this.#run.runId, owner, fence: this.#fence };
  }

  renew({ fence }: Claim, until: number): boolean {
    if (!this.#isHeld(fence)) return false;
    this.#leaseUntil = until;
    return true;
  }

  release({ fence }: Claim): boolean {
    if (!this.#isHeld(fence)) return false;
    this.#giveBack();
    return true;
  }

  #keep(events: readonly EncodedEvent[]): void {
    for (const event of events) this.#events.push(event);
  }

  #isHeld(fence: number): boolean {
    return this.#owner !== undefined && this.#fence === fence;
  }

  #giveBack(): void {
    this.#owner = undefined;
    this.#leaseUntil = 0;
    // It has just been driven, so it queues behind the runs that waited meanwhile.
    if (this.#readyAt !== undefined) this.#readyAt = Math.max(this.#readyAt, this.#updatedAt);
  }
}

function copyOf(run: NewRun): NewRun {
  return { ...run, labels: { ...run.labels } };
}
