/** A failure of the trace file as one of ours: what is wrong with it, whether it may pass, and what to do. */
import { storeError } from "../../engine/sqlite/store-error.ts";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";

const explanations: Readonly<Record<string, string>> = {
  store_unwritable:
    "cannot be opened for writing; check that its folder exists and that this user may write the file and the folder",
  store_locked: "is locked by another process; nothing was written. Close what holds it, or try again",
  store_full: "cannot grow, because the disk is full; nothing was written. Free space",
  store_io_failed: "could not be read or written; check the disk",
  store_corrupt:
    "is damaged; nothing was written. Restore a backup, or copy what is readable with `sqlite3 <file> .recover`",
  store_not_ours: "is no SQLite database, or its header was destroyed; it was left as it is. Give another file",
};

export function traceStoreError(file: string, cause: unknown): KigumiError {
  if (KigumiError.isInstance(cause)) return cause;
  const { code, isRetryable } = storeError(file, cause);
  const message = `the trace store ${JSON.stringify(file)} ${explanations[code] ?? "failed"} (${messageOf(cause)})`;
  return new KigumiError({ code, message, isRetryable, data: { file }, cause });
}

/** The file could not be used at all, as opposed to one record that it would not take. */
export function isFailureOfFile(error: unknown): boolean {
  return traceStoreError("", error).code !== "store_failed";
}
