/** Opens the store and, where a command wants it, the app on top: with its agents here, this process drives runs. */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { KigumiError } from "../errors/kigumi-error.ts";
import { createRuntime, type Runtime } from "../runtime/runtime.ts";
import type { App } from "./app.ts";
import { findApp, loadApp } from "./load-app.ts";
import { RunPrinter } from "./run-printer.ts";
import { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import type { GlobalOptions, World } from "./world.ts";

export interface OpenRuntime {
  readonly runtime: Runtime;
  readonly terminal: Terminal;
  readonly printer: RunPrinter;
  readonly options: GlobalOptions;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface OpenApp extends OpenRuntime {
  readonly app: App;
}

/** For commands that talk to agents. */
export async function openApp(options: GlobalOptions, world: World): Promise<OpenApp> {
  const file = findApp(options.app, world.cwd);
  if (file === undefined) {
    throw new UsageError(
      'no app is named; pass --app <file>, or add "kigumi": { "app": "./file.js" } to package.json. It exports register(runtime)',
    );
  }
  const module = await loadApp(file, world.cwd);
  const open = openRuntime(options, world);
  try {
    const app = await module.register(open.runtime, { dataDir: dirname(resolve(world.cwd, options.store)) });
    if (app?.agents?.[0] === undefined) throw new UsageError(`${file} registers no agent: return { agents: [id] }`);
    if (app.notice !== undefined) open.terminal.note(app.notice);
    return { ...open, app };
  } catch (error) {
    await open.runtime.close();
    throw error;
  }
}

/** For commands about runs that are there: nothing is created, and without an app nothing is driven. */
export async function openExisting(
  options: GlobalOptions,
  world: World,
  { withApp }: { withApp: boolean },
): Promise<OpenRuntime & Partial<OpenApp>> {
  existingStore(options, world);
  const hasApp = withApp && findApp(options.app, world.cwd) !== undefined;
  return hasApp ? openApp(options, world) : openRuntime(options, world);
}

/** The path of the store; throws when there is none. */
export function existingStore({ store }: GlobalOptions, { cwd }: World): string {
  const file = resolve(cwd, store);
  if (existsSync(file)) return file;
  throw new KigumiError({
    code: "store_not_found",
    message: `there is no store at ${store}; kigumi run makes one, and --store names another`,
  });
}

export function createTerminal({ json = false }: { json?: boolean }, { stdout, stderr, env }: World): Terminal {
  return new Terminal({ stdout, stderr, env, isJson: json });
}

function openRuntime(options: GlobalOptions, world: World): OpenRuntime {
  const terminal = createTerminal(options, world);
  const printer = new RunPrinter(terminal);
  const runtime = createRuntime({
    store: resolve(world.cwd, options.store),
    onDelta: (runId, delta) => printer.delta(runId, delta),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message) => terminal.note(message, "yellow"),
      error: (message, data) => terminal.note(data instanceof Error ? `${message}: ${data.message}` : message, "red"),
    },
  });
  return {
    runtime,
    terminal,
    printer,
    options,
    async [Symbol.asyncDispose]() {
      terminal.endLine();
      await runtime.close();
    },
  };
}
