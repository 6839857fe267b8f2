/**
 * Waits for a run to end, and tells what it came to. Whoever waits is handed what this process appends meanwhile, and
 * reads only what others appended, or everything when the run came to rest in between: a run at rest is held by nobody.
 */
import type { RunEvent } from "../run/event.ts";
import { decodeEvent } from "./encoded-event.ts";
import type { LocalAppend, RunChanges } from "./run-changes.ts";
import type { EndOptions } from "./run-log.ts";
import { looks } from "./watch-run.ts";

/** What the log has of a run after some event. */
export interface RunTail {
  readonly events: readonly RunEvent[];
  readonly lastEventId: number;
  readonly hasEnded: boolean;
}

/**
 * The events of these types, once the run is over: read from the log, save those that this process is told of in time.
 * `readTail` has nothing to tell of a run at rest, however often others make us look.
 */
export async function endOfRun(
  runId: string,
  { types, signal }: EndOptions,
  changes: RunChanges,
  readTail: (after: number) => Promise<RunTail | undefined>,
): Promise<readonly RunEvent[]> {
  const known = new KnownEvents(types);
  const listen = (wake: () => void) =>
    changes.onChange(runId, (append) => {
      if (append !== undefined) known.append(append);
      if (append === undefined || append.hasEnded) wake();
    });
  for await (const changed of looks(listen, signal)) {
    if (!known.hasEnded) {
      const after = known.lastEventId;
      const tail = await readTail(after);
      // Told of something meanwhile: what was read may not follow on it.
      if (known.lastEventId !== after) continue;
      if (tail === undefined) known.forget();
      else known.read(tail);
    }
    if (known.hasEnded) break;
    await changed();
  }
  return known.events;
}

/** The events of some types up to a point, without a gap. */
class KnownEvents {
  readonly #types: EndOptions["types"];
  #events: RunEvent[] = [];
  #lastEventId = 0;
  #hasEnded = false;

  constructor(types: EndOptions["types"]) {
    this.#types = types;
  }

  get events(): readonly RunEvent[] {
    return this.#events;
  }

  get lastEventId(): number {
    return this.#lastEventId;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** What does not follow on what is known is left to be read. */
  append({ owner, events, hasEnded, isReleased }: LocalAppend): void {
    if (this.#hasEnded) return;
    const last = events.at(-1);
    if (last !== undefined && events[0]?.id === this.#lastEventId + 1) {
      for (const event of events) if (this.#isWanted(event.type)) this.#events.push(decodeEvent(owner, event));
      this.#lastEventId = last.id;
      this.#hasEnded = hasEnded;
    }
    if (isReleased && !this.#hasEnded) this.forget();
  }

  /** Follows on what is known. */
  read({ events, lastEventId, hasEnded }: RunTail): void {
    for (const event of events) if (this.#isWanted(event.type)) this.#events.push(event);
    this.#lastEventId = lastEventId;
    this.#hasEnded = hasEnded;
  }

  /** The run rests, maybe for long: what is wanted of it is read again when it is over. */
  forget(): void {
    this.#events = [];
    this.#lastEventId = 0;
  }

  #isWanted(type: string): boolean {
    return this.#types.some((each) => each === type);
  }
}
