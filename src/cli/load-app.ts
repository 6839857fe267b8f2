/** Finds and loads the app: the module that `--app` names, else the one that package.json names under `kigumi.app`. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../errors/kigumi-error.ts";
import { isObject } from "../json/json.ts";
import type { AppModule } from "./app.ts";
import { importModule } from "./import-module.ts";
import { pathFrom } from "./source-place.ts";
import { UsageError } from "./usage-error.ts";

/** The file of the app, or undefined when nobody has named one. */
export function findApp(named: string | undefined, cwd: string): string | undefined {
  if (named !== undefined) return resolve(cwd, named);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest)) return appOf(manifest);
    if (dirname(folder) === folder) return undefined;
  }
}

export async function loadApp(file: string, cwd: string): Promise<AppModule> {
  const named = pathFrom(cwd, file);
  const module: unknown = await importModule(named, "agents", cwd);
  if (isAppModule(module)) return module;
  throw new UsageError(
    `${named} is no app: it has to export a function register(runtime) that returns { agents: [id] }`,
  );
}

function appOf(manifest: string): string | undefined {
  try {
    const app = JSON.parse(readFileSync(manifest, "utf8"))?.kigumi?.app;
    return typeof app === "string" ? resolve(dirname(manifest), app) : undefined;
  } catch (cause) {
    throw new UsageError(`${manifest} cannot be read: ${messageOf(cause)}`);
  }
}

function isAppModule(module: unknown): module is AppModule {
  return isObject(module) && typeof module.register === "function";
}
