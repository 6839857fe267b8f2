/** A failure of the SQLite file as one of ours: what is wrong with the file, whether it may pass, and what to do. */
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";

interface Explanation {
  readonly code: string;
  readonly what: string;
  readonly isRetryable?: true;
}

const unwritable: Explanation = {
  code: "store_unwritable",
  what: "cannot be opened for writing; check that its folder exists and that this user may write the file and the folder",
};
const locked: Explanation = {
  code: "store_locked",
  what: "is locked by another process; nothing was written. Close what holds it, or try again",
  isRetryable: true,
};

const full: Explanation = {
  code: "store_full",
  what: "cannot grow, because the disk or the size it may have is full; nothing was written. Free space, or prune what is old",
  isRetryable: true,
};

/** By SQLite's primary result code. */
const explanations: ReadonlyMap<number, Explanation> = new Map([
  [3, unwritable],
  [5, locked],
  [6, locked],
  [8, unwritable],
  [10, { code: "store_io_failed", what: "could not be read or written; check the disk", isRetryable: true }],
  [
    11,
    {
      code: "store_corrupt",
      what: "is damaged; nothing was written. Restore a backup, or copy what is readable with `sqlite3 <file> .recover`",
    },
  ],
  [13, full],
  [14, unwritable],
  [
    26,
    {
      code: "store_not_ours",
      what: "is no SQLite database, or its header was destroyed; it was left as it is. Give another file, or restore a backup",
    },
  ],
]);

export function storeError(file: string, cause: unknown, store = "run log"): KigumiError {
  if (KigumiError.isInstance(cause)) return cause;
  const { code, what, isRetryable = false } = explain(cause);
  const message = `the ${store} ${JSON.stringify(file)} ${what} (${messageOf(cause)})`;
  return new KigumiError({ code, message, isRetryable, data: { file }, cause });
}

/** Another connection holds the lock; waiting may help. */
export function isLocked(cause: unknown): boolean {
  const code = primaryCode(cause);
  return code === 5 || code === 6;
}

/** Only a connection that may write can answer. */
export function isReadOnly(cause: unknown): boolean {
  return primaryCode(cause) === 8;
}

/** Extended codes carry the primary one in their lowest byte. */
function primaryCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return undefined;
  return cause.errcode & 0xff;
}

function explain(cause: unknown): Explanation {
  if (cause instanceof Error && "syscall" in cause) {
    return "code" in cause && cause.code === "ENOSPC" ? full : unwritable;
  }
  return explanations.get(primaryCode(cause) ?? 0) ?? { code: "store_failed", what: "failed" };
}
