/** Who wants to hear, in this process, that a run changed or became able to move. Holds callbacks, never events. */

type Callback = () => void;

export class RunChanges {
  readonly #watchers = new Map<string, Set<Callback>>();
  readonly #runnable = new Set<Callback>();
  readonly #onListening: (isAnyoneListening: boolean) => void;

  /** `onListening` hears when the first listener comes and when the last one goes. */
  constructor(onListening: (isAnyoneListening: boolean) => void = () => {}) {
    this.#onListening = onListening;
  }

  /** Calls back after each change of the run. Returns the undo. */
  onChange(runId: string, callback: Callback): Callback {
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#adding();
    this.#watchers.set(runId, watchers.add(callback));
    return () => {
      if (!watchers.delete(callback)) return;
      if (watchers.size === 0 && this.#watchers.get(runId) === watchers) this.#watchers.delete(runId);
      this.#removed();
    };
  }

  onRunnable(callback: Callback): Callback {
    // A wrapper of its own: the same function given twice is two listeners, each with its own undo.
    const listener = () => callback();
    this.#adding();
    this.#runnable.add(listener);
    return () => {
      if (this.#runnable.delete(listener)) this.#removed();
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

  get #isAnyoneListening(): boolean {
    return this.#watchers.size > 0 || this.#runnable.size > 0;
  }

  #adding(): void {
    if (!this.#isAnyoneListening) this.#onListening(true);
  }

  #removed(): void {
    if (!this.#isAnyoneListening) this.#onListening(false);
  }
}
