/** Who wants to hear, in this process, that a run changed or became able to move. Holds callbacks, never events. */

type Callback = () => void;

interface Watcher {
  readonly wake: Callback;
  /** Only the end of the run matters to it. */
  readonly isForEnd: boolean;
}

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
  onChange(runId: string, callback: Callback): Callback {
    return this.#watch(runId, { wake: callback, isForEnd: false });
  }

  /** Calls back when the run ended, or may have. Returns the undo. */
  onEnd(runId: string, callback: Callback): Callback {
    return this.#watch(runId, { wake: callback, isForEnd: true });
  }

  #watch(runId: string, watcher: Watcher): Callback {
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

  changed(runId: string, { hasEnded }: { hasEnded: boolean }): void {
    for (const { wake, isForEnd } of this.#watchers.get(runId) ?? []) if (hasEnded || !isForEnd) wake();
    for (const callback of this.#followers.keys()) callback();
  }

  runnable(): void {
    for (const callback of [...this.#runnable]) callback();
  }

  /** Any run may have changed: every watcher looks for itself. */
  anyChanged(): void {
    for (const watchers of [...this.#watchers.values()]) for (const { wake } of watchers) wake();
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
