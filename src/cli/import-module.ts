/** Loads a module that a person named on the command line. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { UsageError } from "./usage-error.ts";

/** `what` is how messages call it, such as "rules". */
export async function importModule(named: string, what: string, cwd: string): Promise<Record<string, unknown>> {
  const file = existingFile(named, what, cwd);
  return import(pathToFileURL(file).href).catch((cause) => {
    throw new KigumiError({
      code: "module_failed",
      message: `${named} (${what}) could not be loaded: ${messageOf(cause)}`,
      cause,
    });
  });
}

/** The absolute path. */
export function existingFile(named: string, what: string, cwd: string): string {
  const file = resolve(cwd, named);
  if (!existsSync(file)) throw new UsageError(`there are no ${what} at ${named}; give the path of a file`);
  return file;
}
