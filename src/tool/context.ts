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
  readonly signal?: AbortSignal | undefined;
  readonly logger?: Logger | undefined;
  readonly now?: (() => Date) | undefined;
  readonly clock?: Clock | undefined;
  readonly deps: D;
  resolve<T>(key: DependencyKey<T>): Promise<T>;
  readonly call?: CallInfo | undefined;
  readonly workspace?: Workspace | undefined;
  /** Lives as long as the session: todo lists and the like. */
  readonly state: Map<string, unknown>;
  readonly outputStore?: OutputStore | undefined;
  /** Values for the fields that tools declare with `inject`. */
  readonly injected?: Readonly<Record<string, unknown>> | undefined;
  /** The context of one call: its own dependencies (unless shared by the run), its own identity. Release it after. */
  forCall(call: CallInfo): ToolContext<D>;
  /** The same context under a narrower signal. */
  withSignal(signal: AbortSignal): ToolContext<D>;
  /** Disposes the dependencies this context created; undefined when there are none to wait for. */
  release(): Promise<void> | undefined;
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
  /** Or who has it: asked when a tool first wants it, so that most calls need none. */
  state?: Map<string, unknown> | (() => Map<string, unknown>);
  call?: CallInfo;
  inject?: Readonly<Record<string, unknown>>;
}

/** The pure constructor; `createToolContext` of the runtime is this one with the system's clock. */
export function createContext<D = Record<string, unknown>>(options: ToolContextOptions<D> = {}): ToolContext<D> {
  const { clock } = options;
  return new Context({
    ...options,
    ...(clock === undefined || options.now !== undefined ? {} : { now: () => clock.now() }),
    deps: options.deps ?? (Object.create(null) as D),
    state: stateOf(options.state),
  });
}

function stateOf(given: ToolContextOptions<unknown>["state"]): () => Map<string, unknown> {
  if (typeof given === "function") return given;
  let state = given;
  return () => {
    state ??= new Map();
    return state;
  };
}

/**
 * Two fields and a scope that exists once something is resolved: a context is made for every call, and most calls
 * resolve nothing.
 */
class Context<D> implements ToolContext<D> {
  readonly #options: SettledOptions<D>;
  readonly #shared: ScopeHolder | undefined;
  #own: DependencyScope | undefined;

  /** `shared`: where dependencies live when they outlive this context. */
  constructor(options: SettledOptions<D>, shared?: ScopeHolder) {
    this.#options = options;
    this.#shared = shared;
  }

  get signal(): AbortSignal | undefined {
    return this.#options.signal;
  }

  get logger(): Logger | undefined {
    return this.#options.logger;
  }

  get clock(): Clock | undefined {
    return this.#options.clock;
  }

  get now(): (() => Date) | undefined {
    return this.#options.now;
  }

  get deps(): D {
    return this.#options.deps;
  }

  get call(): CallInfo | undefined {
    return this.#options.call;
  }

  get workspace(): Workspace | undefined {
    return this.#options.workspace;
  }

  get state(): Map<string, unknown> {
    return this.#options.state();
  }

  get outputStore(): OutputStore | undefined {
    return this.#options.outputStore;
  }

  get injected(): Readonly<Record<string, unknown>> | undefined {
    return this.#options.inject;
  }

  get scope(): DependencyScope {
    if (this.#shared !== undefined) return this.#shared.scope;
    this.#own ??= new DependencyScope(this.#options.overrides);
    return this.#own;
  }

  resolve<T>(key: DependencyKey<T>): Promise<T> {
    return this.scope.resolve(key);
  }

  forCall(call: CallInfo): ToolContext<D> {
    return new Context({ ...this.#options, call }, this.#options.cache === "run" ? this : undefined);
  }

  withSignal(signal: AbortSignal): ToolContext<D> {
    return new Context({ ...this.#options, signal }, this);
  }

  release(): Promise<void> | undefined {
    return this.#own?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

interface ScopeHolder {
  readonly scope: DependencyScope;
}

interface SettledOptions<D> extends ToolContextOptions<D> {
  deps: D;
  state: () => Map<string, unknown>;
}
