/**
 * What the command line works on: a module that registers agents. It exports `register` and nothing else is asked of
 * it, so the same module can be registered on a server's runtime.
 */
import type { Runtime } from "../runtime/runtime.ts";

export interface AppModule {
  register(runtime: Runtime, context: AppContext): App | Promise<App>;
}

export interface AppContext {
  /** The folder of the store: a place for files that belong to these runs. */
  readonly dataDir: string;
}

export interface App {
  /** The ids of the registered agents. The first is the one people talk to unless they name another. */
  readonly agents: readonly [string, ...string[]];
  /** One line that people should know before they begin, such as which model answers. */
  readonly notice?: string;
}
