/** Loads a module that a person named on the command line. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { thrownAt } from "./source-place.ts";
import { UsageError } from "./usage-error.ts";

/** `what` is how messages call it, such as "rules". */
export async function importModule(named: string, what: string, cwd: string): Promise<Record<string, unknown>> {
  const file = existingFile(named, what, cwd);
  return import(pathToFileURL(file).href).catch((cause) => {
    const place = thrownAt(cause, cwd);
    const where = place === undefined ? "" : `, at ${place}`;
    throw new KigumiError({
      code: "module_failed",
      message: `${named} (${what}) could not be loaded: ${messageOf(cause)}${where}${toInstall(cause)}`,
      cause,
    });
  });
}

/** What to do about a package that is not there: one the module imports, or a peer of ours that it needs. */
function toInstall(cause: unknown): string {
  const [, missing] = /^Cannot find package '([^']+)'/.exec(messageOf(cause)) ?? [];
  return missing === undefined ? "" : `; run: npm install ${missing}`;
}

/** The absolute path. */
export function existingFile(named: string, what: string, cwd: string): string {
  const file = resolve(cwd, named);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`there are no ${what} at ${named}; give the path of a file`);
  if (found.isDirectory()) throw new UsageError(`${named} is a folder; give the path of the file with the ${what}`);
  return file;
}
