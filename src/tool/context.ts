/**
 * What a tool gets beside its input: cancellation, logging, time, dependencies, and which call this is.
 * A context is made once per run or request; `forCall` derives the one a single call sees.
 */
import type { Clock } from "./clock.ts";
import { type DependencyKey, type DependencyOverrides, DependencyScope } from "./dependency.ts";
import type { Logger } from "./logger.ts";
import type { OutputStore } from "./output/output-store.ts";
import type { Workspace } from "./workspace.ts";

export interface ToolContext<D = Record<string, unknown>> {
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly now?: () => Date;
  readonly clock?: Clock;
  readonly deps: D;
  resolve<T>(key: DependencyKey<T>): Promise<T>;
  readonly call?: CallInfo;
  readonly workspace?: Workspace;
  /** Lives as long as the session: todo lists and the like. */
  readonly state: Map<string, unknown>;
  readonly outputStore?: OutputStore;
  /** Values for the fields that tools declare with `inject`. */
  readonly injected?: Readonly<Record<string, unknown>>;
  /** The context of one call: its own dependencies (unless shared by the run), its own identity. Dispose it after. */
  forCall(call: CallInfo): ToolContext<D>;
  /** The same context under a narrower signal. */
  withSignal(signal: AbortSignal): ToolContext<D>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Which call this is. `key` is stable across attempts: pass it on as an idempotency key. */
export interface CallInfo {
  readonly id: string;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly attempt?: number;
  readonly key?: string;
}

export interface ToolContextOptions<D> {
  deps?: D;
  overrides?: DependencyOverrides;
  /** How long resolved dependencies live: one call (default) or as long as this context. */
  cache?: "call" | "run";
  signal?: AbortSignal;
  clock?: Clock;
  now?: () => Date;
  logger?: Logger;
  workspace?: Workspace;
  outputStore?: OutputStore;
  state?: Map<string, unknown>;
  call?: CallInfo;
  inject?: Readonly<Record<string, unknown>>;
}

/** The pure constructor; `createToolContext` of the runtime is this one with the system's clock. */
export function createContext<D = Record<string, unknown>>(options: ToolContextOptions<D> = {}): ToolContext<D> {
  return new Context(options, new DependencyScope(options.overrides), true);
}

class Context<D> implements ToolContext<D> {
  declare readonly signal?: AbortSignal;
  declare readonly logger?: Logger;
  declare readonly now?: () => Date;
  declare readonly clock?: Clock;
  declare readonly call?: CallInfo;
  declare readonly workspace?: Workspace;
  declare readonly outputStore?: OutputStore;
  declare readonly injected?: Readonly<Record<string, unknown>>;
  readonly deps: D;
  readonly state: Map<string, unknown>;
  readonly #options: ToolContextOptions<D>;
  readonly #scope: DependencyScope;
  readonly #ownsScope: boolean;

  constructor(options: ToolContextOptions<D>, scope: DependencyScope, ownsScope: boolean) {
    const { clock, now = clock && (() => clock.now()) } = options;
    this.#options = options;
    this.#scope = scope;
    this.#ownsScope = ownsScope;
    this.deps = options.deps ?? (Object.create(null) as D);
    this.state = options.state ?? new Map();
    if (options.signal) this.signal = options.signal;
    if (options.logger) this.logger = options.logger;
    if (now) this.now = now;
    if (clock) this.clock = clock;
    if (options.call) this.call = options.call;
    if (options.workspace) this.workspace = options.workspace;
    if (options.outputStore) this.outputStore = options.outputStore;
    if (options.inject) this.injected = options.inject;
  }

  resolve<T>(key: DependencyKey<T>): Promise<T> {
    return this.#scope.resolve(key);
  }

  forCall(call: CallInfo): ToolContext<D> {
    const isShared = this.#options.cache === "run";
    const scope = isShared ? this.#scope : new DependencyScope(this.#scope.overrides);
    return new Context({ ...this.#options, deps: this.deps, state: this.state, call }, scope, !isShared);
  }

  withSignal(signal: AbortSignal): ToolContext<D> {
    return new Context({ ...this.#options, deps: this.deps, state: this.state, signal }, this.#scope, false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsScope) await this.#scope[Symbol.asyncDispose]();
  }
}
