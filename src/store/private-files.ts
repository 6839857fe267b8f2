/** File access for a folder that several processes change at once: a file that is not there is an answer, not an error. */
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";

/** Appears whole, readable by its owner only: nobody ever finds the beginning of the content. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const part = `${path}.part`;
  try {
    await using handle = await open(part, "wx", 0o600);
    await handle.writeFile(content);
    await handle.sync();
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export async function readIfThere(path: string): Promise<string | undefined> {
  return ifThere(readFile(path, "utf8"));
}

export async function sizeIfThere(path: string): Promise<number | undefined> {
  return (await ifThere(stat(path)))?.size;
}

export async function moveIfThere(from: string, to: string): Promise<boolean> {
  return (await ifThere(rename(from, to).then(() => true))) ?? false;
}

/** The names in a folder; none when the folder does not exist. */
export async function namesIn(dir: string): Promise<readonly string[]> {
  return (await ifThere(readdir(dir))) ?? [];
}

async function ifThere<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
