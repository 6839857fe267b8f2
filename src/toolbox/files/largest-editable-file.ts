/** The largest file that tools rewrite: it is held in memory several times over while it is changed and compared. */
import type { SizeLimit } from "./text-file.ts";

export const LARGEST_EDITABLE_FILE: SizeLimit = { maxBytes: 10_000_000, code: "FILE_TOO_LARGE" };
