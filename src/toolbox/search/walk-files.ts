/** The regular files below a directory in the order of their paths, one at a time; links are not followed. */
import { join } from "node:path";
import type { PathFilter } from "../directory/glob.ts";
import { compareNames, type DirectoryEntry, readDirectory } from "../directory/read-directory.ts";

export interface WalkOptions {
  /** Asked with paths relative to the start; a directory that it excludes is not entered. */
  readonly isExcluded: PathFilter;
  readonly onUnreadable: (inner: string) => void;
}

export interface WalkedFile {
  readonly absolute: string;
  /** Relative to where the walk started. */
  readonly inner: string;
}

export async function* walkFiles(root: string, options: WalkOptions): AsyncGenerator<WalkedFile> {
  yield* walk(root, "", options);
}

async function* walk(absolute: string, inner: string, options: WalkOptions): AsyncGenerator<WalkedFile> {
  const entries = await readDirectory(absolute, inner).catch((error: unknown) => {
    if (inner === "") throw error;
    options.onUnreadable(inner);
    return [];
  });
  entries.sort((left, right) => compareNames(sortKey(left), sortKey(right)));
  for (const { kind, name } of entries) {
    const path = inner === "" ? name : `${inner}/${name}`;
    if (kind === "symlink" || options.isExcluded(path)) continue;
    if (kind === "file") yield { absolute: join(absolute, name), inner: path };
    else yield* walk(join(absolute, name), path, options);
  }
}

/** With its slash a directory takes the place that the paths below it have among all paths. */
function sortKey({ kind, name }: DirectoryEntry): string {
  return kind === "directory" ? `${name}/` : name;
}
