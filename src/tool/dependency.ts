/**
 * Dependencies of tools. A key says how to make a value; overrides replace it by id. The *promise* is cached, so
 * concurrent resolves share one creation; a failed creation is forgotten, so the next resolve tries again.
 */

export interface DependencyKey<T> {
  readonly id: string;
  create(): T | Promise<T>;
  /** Runs when the scope that created the value ends. Values with `Symbol.asyncDispose` or `Symbol.dispose` need none. */
  dispose?(value: T): void | Promise<void>;
}

export type DependencyOverrides = Map<string, () => unknown | Promise<unknown>>;

/** Values made for one call, or for one run when the scope is shared. */
export class DependencyScope {
  readonly #overrides: DependencyOverrides | undefined;
  readonly #values = new Map<string, { promise: Promise<unknown>; key: DependencyKey<unknown>; isOverride: boolean }>();

  constructor(overrides?: DependencyOverrides) {
    this.#overrides = overrides;
  }

  resolve<T>(key: DependencyKey<T>): Promise<T> {
    const cached = this.#values.get(key.id);
    if (cached) return cached.promise as Promise<T>;

    const override = this.#overrides?.get(key.id);
    const promise = (async () => (override ? override() : key.create()))() as Promise<T>;
    this.#values.set(key.id, { promise, key: key as DependencyKey<unknown>, isOverride: override !== undefined });
    promise.catch(() => this.#values.delete(key.id));
    return promise;
  }

  /** Disposes in reverse order of creation. Every disposer runs; the first failure is reported at the end. */
  async [Symbol.asyncDispose](): Promise<void> {
    const values = [...this.#values.values()].reverse();
    this.#values.clear();
    const failures: unknown[] = [];
    for (const { promise, key, isOverride } of values) {
      try {
        // An override's value belongs to whoever supplied it.
        if (!isOverride) await disposeValue(await promise, key);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

async function disposeValue(value: unknown, key: DependencyKey<unknown>): Promise<void> {
  if (key.dispose) return key.dispose(value);
  if (typeof value !== "object" || value === null) return;
  const disposable = value as Partial<AsyncDisposable & Disposable>;
  if (disposable[Symbol.asyncDispose]) await disposable[Symbol.asyncDispose]?.();
  else disposable[Symbol.dispose]?.();
}
