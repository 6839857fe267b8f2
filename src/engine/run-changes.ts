/** Who wants to hear, in this process, that a run changed or became able to move. Holds callbacks, never events. */
import type { EncodedEvent, EventOwner } from "./encoded-event.ts";

type Callback = () => void;

/** What this process has appended to a run. */
export interface LocalAppend {
  readonly owner: EventOwner;
  /** As they are logged: whoever gave them may change them, and need not have given JSON. */
  readonly events: readonly EncodedEvent[];
  readonly hasEnded: boolean;
  /** Its driver has let go of it: it may rest for long. */
  readonly isReleased: boolean;
}

/** Without an append: the run may have changed in a way that only the log knows. */
type Watcher = (append?: LocalAppend) => void;

/** `watched`: somebody waits, and a process that waits is not done. `served`: whoever listens does so beside other work. */
export type Listening = "watched" | "served" | "nobody";

export class RunChanges {
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #followers = new Map<Callback, { readonly isBackground: boolean }>();
  readonly #runnable = new Set<Callback>();
  readonly #onListening: (listening: Listening) => void;
  #heard: Listening = "nobody";

  /** `onListening` hears when who listens changes. */
  constructor(onListening: (listening: Listening) => void = () => {}) {
    this.#onListening = onListening;
  }

  /** Calls back after each change of the run. Returns the undo. */
  onChange(runId: string, callback: Watcher): Callback {
    const watcher: Watcher = (append) => callback(append);
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(watcher));
    this.#tell();
    return () => {
      if (!watchers.delete(watcher)) return;
      if (watchers.size === 0 && this.#watchers.get(runId) === watchers) this.#watchers.delete(runId);
      this.#tell();
    };
  }

  /** Calls back after each change of any run. Returns the undo. */
  onAnyChange(callback: Callback, { isBackground }: { isBackground: boolean }): Callback {
    // A wrapper of its own: the same function given twice is two listeners, each with its own undo.
    const follower = () => callback();
    this.#followers.set(follower, { isBackground });
    this.#tell();
    return () => {
      if (this.#followers.delete(follower)) this.#tell();
    };
  }

  onRunnable(callback: Callback): Callback {
    const listener = () => callback();
    this.#runnable.add(listener);
    this.#tell();
    return () => {
      if (this.#runnable.delete(listener)) this.#tell();
    };
  }

  changed(runId: string, append: LocalAppend): void {
    for (const watcher of this.#watchers.get(runId) ?? []) watcher(append);
    for (const callback of this.#followers.keys()) callback();
  }

  runnable(): void {
    for (const callback of [...this.#runnable]) callback();
  }

  /** Any run may have changed: every watcher looks for itself. */
  anyChanged(): void {
    for (const watchers of [...this.#watchers.values()]) for (const watcher of watchers) watcher();
    for (const callback of this.#followers.keys()) callback();
  }

  #tell(): void {
    const listening = this.#listening();
    if (listening === this.#heard) return;
    this.#heard = listening;
    this.#onListening(listening);
  }

  #listening(): Listening {
    const isAwaited = [...this.#followers.values()].some(({ isBackground }) => !isBackground);
    if (this.#watchers.size > 0 || isAwaited) return "watched";
    return this.#followers.size > 0 || this.#runnable.size > 0 ? "served" : "nobody";
  }
}
