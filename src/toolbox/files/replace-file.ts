/**
 * Writes a file so that a reader sees the old content or the new, never a part: a temporary file in the same
 * directory, flushed, then renamed over the name. The mode of the file it replaces is kept.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { systemCodeOf, ToolboxError, toFileError } from "../toolbox-error.ts";
import type { Location } from "../workspace-location.ts";

export async function replaceFile({ absolute, shown }: Location, content: string | Buffer): Promise<void> {
  const directory = dirname(absolute);
  const temporary = join(directory, `.${basename(absolute).slice(0, 100)}.${randomUUID()}.tmp`);
  try {
    await makeDirectory(directory, shown);
    const mode = await modeOf(absolute);
    await using handle = await open(temporary, "wx", mode);
    // The umask applied to `open` must not take bits from a file that already has them.
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(content);
    await handle.sync();
    await rename(temporary, absolute);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw toFileError(error, "write", shown);
  }
}

async function makeDirectory(directory: string, shown: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (cause) {
    if (!["ENOTDIR", "EEXIST"].includes(systemCodeOf(cause) ?? "")) throw cause;
    throw new ToolboxError("INVALID_ARGUMENT", `"${shown}" cannot be created: one of its parents is a file`, { cause });
  }
}

/** The mode to keep, or undefined for a new file. A rename would override write protection, so that is asked first. */
async function modeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  await access(path, constants.W_OK);
  return stats.mode & 0o7777;
}
