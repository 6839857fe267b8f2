/** Who wants to hear, in this process, that a run changed or became able to move. Holds callbacks, never events. */

type Callback = () => void;

/** `watched`: somebody waits for a run, and a process that waits is not done. `served`: an engine is ready to drive. */
export type Listening = "watched" | "served" | "nobody";

export class RunChanges {
  readonly #watchers = new Map<string, Set<Callback>>();
  readonly #runnable = new Set<Callback>();
  readonly #onListening: (listening: Listening) => void;
  #heard: Listening = "nobody";

  /** `onListening` hears when who listens changes. */
  constructor(onListening: (listening: Listening) => void = () => {}) {
    this.#onListening = onListening;
  }

  /** Calls back after each change of the run. Returns the undo. */
  onChange(runId: string, callback: Callback): Callback {
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(callback));
    this.#tell();
    return () => {
      if (!watchers.delete(callback)) return;
      if (watchers.size === 0 && this.#watchers.get(runId) === watchers) this.#watchers.delete(runId);
      this.#tell();
    };
  }

  onRunnable(callback: Callback): Callback {
    // A wrapper of its own: the same function given twice is two listeners, each with its own undo.
    const listener = () => callback();
    this.#runnable.add(listener);
    this.#tell();
    return () => {
      if (this.#runnable.delete(listener)) this.#tell();
    };
  }

  changed(runId: string): void {
    for (const callback of this.#watchers.get(runId) ?? []) callback();
  }

  runnable(): void {
    for (const callback of [...this.#runnable]) callback();
  }

  /** Any run may have changed: every watcher looks for itself. */
  anyChanged(): void {
    for (const runId of [...this.#watchers.keys()]) this.changed(runId);
  }

  #tell(): void {
    const listening = this.#watchers.size > 0 ? "watched" : this.#runnable.size > 0 ? "served" : "nobody";
    if (listening === this.#heard) return;
    this.#heard = listening;
    this.#onListening(listening);
  }
}
