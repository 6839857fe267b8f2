/** A failure of the trace file as one of ours. */
import type { KigumiError } from "../../errors/kigumi-error.ts";
import { storeError } from "../../store/sqlite/store-error.ts";

export function traceStoreError(file: string, cause: unknown): KigumiError {
  return storeError(file, cause, "trace store");
}

/** The file could not be used at all, as opposed to one record that it would not take. */
export function isFailureOfFile(error: unknown): boolean {
  return traceStoreError("", error).code !== "store_failed";
}
