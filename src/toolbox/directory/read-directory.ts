/**
 * The entries of one directory that tools look at: directories, files and symbolic links, never what is excluded by
 * name. Links are entries like any other and are never followed, so no walk leaves the workspace or goes in circles.
 */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { toFileError } from "../toolbox-error.ts";

/** Never listed and never searched, whatever a call asks for: generated, downloaded or somebody else's. */
const EXCLUDED_NAMES: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "dist",
  "build",
  "target",
  ".vscode",
  ".DS_Store",
]);

/** In the order in which a listing shows them. */
export const ENTRY_KINDS = ["directory", "file", "symlink"] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface DirectoryEntry {
  readonly kind: EntryKind;
  readonly name: string;
}

export async function readDirectory(absolute: string, shown: string): Promise<DirectoryEntry[]> {
  const entries = await readdir(absolute, { withFileTypes: true }).catch((error: unknown) => {
    throw toFileError(error, "list", shown);
  });
  const visible: DirectoryEntry[] = [];
  for (const entry of entries) {
    const kind = kindOf(entry);
    if (kind !== undefined && !EXCLUDED_NAMES.has(entry.name)) visible.push({ kind, name: entry.name });
  }
  return visible;
}

/** Undefined for sockets, pipes and devices. */
function kindOf(entry: Dirent): EntryKind | undefined {
  if (entry.isSymbolicLink()) return "symlink";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : undefined;
}

/** By code units, on every machine alike. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
