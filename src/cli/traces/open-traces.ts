/** Opens the file that traces are kept in, for commands that work on what is there: none is created. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { createTraceStore, type TraceFileStore } from "../../trace/sqlite/sqlite-trace-store.ts";
import { createTerminal } from "../open-runtime.ts";
import type { Terminal } from "../terminal.ts";
import type { GlobalOptions, World } from "../world.ts";

export const DEFAULT_TRACES = ".kigumi/traces.db";

export interface TracesOptions extends GlobalOptions {
  readonly traces: string;
}

export interface OpenTraces extends AsyncDisposable {
  readonly store: TraceFileStore;
  readonly terminal: Terminal;
}

/** Every command that reads or writes traces takes the same option. */
export function withTracesOption(command: Command): Command {
  return command.option("--traces <file>", "the file the traces live in", DEFAULT_TRACES);
}

export function openTraces({ traces, ...options }: TracesOptions, world: World): OpenTraces {
  const file = resolve(world.cwd, traces);
  if (!existsSync(file)) {
    throw new KigumiError({
      code: "traces_not_found",
      message: `there are no traces at ${traces}; a SQLiteTracer writes them, and --traces names another file`,
    });
  }
  const store = createTraceStore({ file });
  return {
    store,
    terminal: createTerminal(options, world),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
