/** Where traces live: a file, because a thread that writes and one that asks have to share it. */
import { resolve } from "node:path";
import { KigumiError } from "../../errors/kigumi-error.ts";

/** The whole path, so that a later change of the working directory changes nothing. */
export function traceFile(path: string): string {
  if (typeof path === "string" && path !== "" && !path.startsWith(":") && !path.startsWith("file:"))
    return resolve(path);
  throw new KigumiError({
    code: "invalid_trace_store",
    message: `traces need a file, such as ".kigumi/traces.db", not ${JSON.stringify(path)}; in a test, give one in a temporary folder`,
  });
}
