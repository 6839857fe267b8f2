/**
 * Loads an optional peer on first need. One that is not installed fails with the one message that helps: which
 * package, for what, and the command to run; any other failure to load it is passed on as it is.
 */
import { KigumiError } from "./kigumi-error.ts";

/** `load` is written as `() => import("the-package")`, so that bundlers and the type checker see the name. */
export async function loadPeer<T>(packageName: string, neededFor: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, packageName)) throw cause;
    throw new KigumiError({
      code: "missing_peer",
      message: `${neededFor} needs the package ${packageName}, which is not installed; run: npm install ${packageName}`,
      data: { package: packageName },
      cause,
    });
  }
}

/** True for the package itself only: what is missing inside an installed one is a different problem. */
function isMissing(error: unknown, packageName: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const isNotFound = error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND";
  return isNotFound && error.message.includes(`'${packageName}'`);
}
