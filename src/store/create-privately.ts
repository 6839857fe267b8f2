/** Makes a file, and the folders above it, for their owner only. SQLite alone would take the umask's mode. */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** The side files that SQLite puts beside the file take its mode. A file that is there stays as it is. */
export function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
}
