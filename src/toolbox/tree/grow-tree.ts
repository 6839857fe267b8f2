/** Builds the tree: breadth first, within a number of levels and of entries, each directory sorted by kind and name. */
import { join } from "node:path";
import type { PathFilter } from "../directory/glob.ts";
import {
  compareNames,
  type DirectoryEntry,
  ENTRY_KINDS,
  type EntryKind,
  readDirectory,
} from "../directory/read-directory.ts";
import type { Location } from "../workspace-location.ts";

export interface TreeNode {
  kind: EntryKind;
  name: string;
  /** Relative to the workspace. */
  path: string;
  depth: number;
  /** The directory has entries that are not shown, or could not be read. */
  truncated?: true;
  children?: TreeNode[];
}

export interface TreeListing {
  root: TreeNode;
  /** Entries were left out because max_entries was reached. */
  limit_reached: boolean;
  counts: { directories: number; files: number; symlinks: number; total: number };
}

export interface TreeOptions {
  readonly directoriesOnly: boolean;
  readonly maxDepth: number;
  readonly maxEntries: number;
  readonly includeHidden: boolean;
  /** Asked with paths relative to the root of the tree. */
  readonly isExcluded: PathFilter;
  readonly signal: AbortSignal | undefined;
}

interface PendingDirectory {
  readonly node: TreeNode;
  readonly absolute: string;
  /** Relative to the root of the tree; empty for the root itself. */
  readonly inner: string;
}

export async function growTree({ absolute, shown }: Location, options: TreeOptions): Promise<TreeListing> {
  const root: TreeNode = { kind: "directory", name: shown.split("/").at(-1) || shown, path: shown, depth: 0 };
  const seen: Record<EntryKind, number> = { directory: 1, file: 0, symlink: 0 };
  let room = options.maxEntries - 1;
  let limitReached = false;

  const pending: PendingDirectory[] = [{ node: root, absolute, inner: "" }];
  for (const directory of pending) {
    options.signal?.throwIfAborted();
    const entries = await visibleEntries(directory, options);
    const { node } = directory;
    if (node.depth === options.maxDepth || room === 0) {
      limitReached ||= node.depth < options.maxDepth && entries.length > 0;
      if (entries.length > 0) node.truncated = true;
      continue;
    }
    const shownEntries = entries.slice(0, room);
    room -= shownEntries.length;
    if (shownEntries.length < entries.length) {
      node.truncated = true;
      limitReached = true;
    }
    node.children = [];
    for (const { kind, name } of shownEntries) {
      const path = node.path === "." ? name : `${node.path}/${name}`;
      const child: TreeNode = { kind, name, path, depth: node.depth + 1 };
      node.children.push(child);
      seen[kind] += 1;
      if (kind !== "directory") continue;
      pending.push({ node: child, absolute: join(directory.absolute, name), inner: innerPath(directory, name) });
    }
  }
  const total = seen.directory + seen.file + seen.symlink;
  const counts = { directories: seen.directory, files: seen.file, symlinks: seen.symlink, total };
  return { root, limit_reached: limitReached, counts };
}

async function visibleEntries(directory: PendingDirectory, options: TreeOptions): Promise<DirectoryEntry[]> {
  const entries = await readDirectory(directory.absolute, directory.node.path).catch((error: unknown) => {
    // One directory without permission, or gone meanwhile, does not cost the listing; the root does.
    if (directory.node.depth === 0) throw error;
    directory.node.truncated = true;
    return [];
  });
  return entries
    .filter(({ kind, name }) => {
      if (options.directoriesOnly && kind !== "directory") return false;
      if (!options.includeHidden && name.startsWith(".")) return false;
      return !options.isExcluded(innerPath(directory, name));
    })
    .sort(
      (left, right) =>
        ENTRY_KINDS.indexOf(left.kind) - ENTRY_KINDS.indexOf(right.kind) || compareNames(left.name, right.name),
    );
}

function innerPath({ inner }: PendingDirectory, name: string): string {
  return inner === "" ? name : `${inner}/${name}`;
}
