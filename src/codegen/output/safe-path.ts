/**
 * Where a generated file may be written: below the output folder, through real folders only. Names come out of the
 * generator safe already; this is the second lock, and the one that looks at the disk.
 */
import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KigumiError } from "../../errors/kigumi-error.ts";

/** Throws unless the path is relative, has plain parts only, and leads down. */
export function assertSafePath(path: string): void {
  const parts = path.split("/");
  const isSafe = parts.every((part) => /^[A-Za-z0-9_.-]+$/.test(part) && part !== "." && part !== "..");
  if (isSafe) return;
  throw unsafePath(path, "it is no plain path below the output folder");
}

/** Throws when a folder between `root` and the file is a link, or no folder at all. */
export async function assertRealFolders(root: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const stats = await lstat(join(root, folder)).catch(() => undefined);
    if (stats?.isSymbolicLink()) throw unsafePath(path, `the folder ${folder} is a link`);
    if (stats !== undefined && !stats.isDirectory()) throw unsafePath(path, `${folder} is a file`);
  }
}

function unsafePath(path: string, problem: string): KigumiError {
  return new KigumiError({
    code: "unsafe_output_path",
    message: `${JSON.stringify(path)} is not written: ${problem}; move it away, or choose another --out`,
    data: { path },
  });
}
