/** What a runtime is made of: where its runs live, and what it gives to planners and tools. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createSqliteEngine } from "../engine/create-sqlite-engine.ts";
import type { RunEngine } from "../engine/engine.ts";
import type { RunHost } from "../engine/run-host.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { Policy, Rules } from "../policy/rules.ts";
import type { PlanDelta } from "../run/plan.ts";
import type { Clock } from "../tool/clock.ts";
import type { Logger } from "../tool/logger.ts";
import type { OutputStore } from "../tool/output/output-store.ts";
import { traceRuns } from "../trace/runs/trace-runs.ts";
import type { Tracer } from "../trace/tracer.ts";
import type { HintOverrides } from "./display-hints.ts";
import { createMemoryPromptStore, type PromptStore } from "./prompts/prompt-store.ts";
import { createSqlitePromptStore } from "./prompts/sqlite-prompt-store.ts";
import type { ConfirmationOverrides } from "./tool-catalog.ts";
import type { InjectFields } from "./tool-contexts.ts";
import type { ToolInterceptor } from "./tool-interceptor.ts";

export interface RuntimeOptions {
  /** The SQLite file that runs live in, such as `.kigumi/kigumi.db`. Short for `engine: createSqliteEngine({ file })`. */
  store?: string;
  /** Where runs live, when that is not a file. Either this or `store`. */
  engine?: RunEngine;
  models?: Readonly<Record<string, LanguageModelV4>>;
  policy?: Rules | Policy;
  confirmations?: ConfirmationOverrides;
  hints?: HintOverrides;
  interceptors?: readonly ToolInterceptor[];
  /** Values for the fields that tools declare with `inject`. Labels of the run are there already, by their names. */
  inject?: InjectFields;
  /** Where overrides of prompts live. Default: in the file that `store` names, else in memory. */
  promptStore?: PromptStore;
  /** How deep agents may call agents. Default 5. */
  maxAgentDepth?: number;
  outputStore?: OutputStore;
  /** What tools find in `ctx.deps`. */
  deps?: unknown;
  clock?: Clock;
  logger?: Logger;
  /** Told of every run as spans, once it is durable: `new SQLiteTracer(...)` of `kigumi/trace`, or any other. */
  tracers?: readonly Tracer[];
  /** Told what is streamed while a planner thinks; never logged. */
  onDelta?: (runId: string, delta: PlanDelta) => void;
  /** Stands between the engine and what does its work; a test answers from a recording here. */
  host?: (host: RunHost) => RunHost;
}

export function openEngine(options: RuntimeOptions): RunEngine {
  const engine = chosenEngine(options);
  const { tracers = [], logger } = options;
  if (tracers.length === 0) return engine;
  const onError = (error: unknown) => logger?.error("a tracer failed", { error: messageOf(error) });
  return { ...engine, log: traceRuns(engine.log, tracers, { onError }) };
}

function chosenEngine({ store, engine }: RuntimeOptions): RunEngine {
  if (store !== undefined && engine === undefined) return createSqliteEngine({ file: store });
  if (store === undefined && engine !== undefined) return engine;
  throw new KigumiError({
    code: "invalid_runtime",
    message: 'a runtime needs either store, such as ".kigumi/kigumi.db", or engine, such as createMemoryEngine()',
  });
}

/** Where overrides of prompts live, and how to let go of it: a store that was handed in is its owner's to close. */
export function openPromptStore({ store, promptStore }: RuntimeOptions): {
  readonly promptStore: PromptStore;
  close(): Promise<void>;
} {
  if (promptStore !== undefined || store === undefined) {
    return { promptStore: promptStore ?? createMemoryPromptStore(), close: async () => {} };
  }
  const own = createSqlitePromptStore({ file: store });
  return { promptStore: own, close: () => own[Symbol.asyncDispose]() };
}
