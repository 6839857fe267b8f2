/** Where the CLI is to run has to be there: the SDK would blame its own binary. */
import { statSync } from "node:fs";
import { KigumiError } from "../../errors/kigumi-error.ts";

export function assertDirectory(setting: string, directory: string | undefined): void {
  if (directory === undefined) return;
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  const problem = found === undefined ? "does not exist; create it" : "is no directory; name the one it is in";
  throw new KigumiError({
    code: "invalid_settings",
    message: `${setting} ${JSON.stringify(directory)} ${problem}, or name another`,
    data: { setting },
  });
}
