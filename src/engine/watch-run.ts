/**
 * Events as they come, of one run or of all, pulled from the log page by page: what a reader has not asked for yet stays
 * in the log, so a slow one costs no memory. Works on any log that can read a page and say that something changed.
 */
import { orAbort } from "../errors/abort.ts";
import type { RunEvent } from "../run/event.ts";
import { decodeEvent } from "./encoded-event.ts";
import type { LocalAppend, RunChanges } from "./run-changes.ts";
import type { EndOptions, FollowOptions, LoggedEvent, WatchOptions } from "./run-log.ts";

export interface EventPage {
  readonly events: readonly RunEvent[];
  /** The run is over and this page holds its last events. */
  readonly isLast: boolean;
}

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

export async function* watchRun(
  runId: string,
  options: WatchOptions,
  changes: RunChanges,
  readPage: (after: number) => Promise<EventPage>,
): AsyncGenerator<RunEvent, void, undefined> {
  let after = options.after ?? 0;
  for await (const changed of looks((wake) => changes.onChange(runId, wake), options.signal)) {
    const page = await readPage(after);
    for (const event of page.events) {
      yield event;
      after = event.id;
    }
    if (page.isLast) return;
    if (page.events.length === 0) await changed();
  }
}

export async function* followLog(
  { after: known = 0, isLive = true, isBackground = false, signal }: FollowOptions,
  changes: RunChanges,
  readPage: (after: number) => Promise<readonly LoggedEvent[]>,
): AsyncGenerator<LoggedEvent, void, undefined> {
  let after = known;
  for await (const changed of looks((wake) => changes.onAnyChange(wake, { isBackground }), signal)) {
    const page = await readPage(after);
    for (const logged of page) {
      yield logged;
      after = logged.position;
    }
    if (page.length > 0) continue;
    if (!isLive) return;
    await changed();
  }
}

/** A chance to look, again and again, each with a way to wait for the next change. */
async function* looks(
  subscribe: (wake: () => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<() => Promise<void>, void, undefined> {
  let wake = () => {};
  const unsubscribe = subscribe(() => wake());
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Armed before anybody looks: a change in between is seen by one of the two.
      const { promise: changed, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      yield () => (signal ? orAbort(changed, signal) : changed);
    }
  } finally {
    unsubscribe();
  }
}
