/** Compares what was generated with what is on the disk, and says what a run would do. Changes nothing. */
import { lstat, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { MARKDOWN_HEADER, QUICKSTART_FILE } from "../files/quickstart.ts";
import { HEADER } from "../text/module-text.ts";
import { hashOf, MANIFEST_FILE, type Manifest, readManifest } from "./manifest.ts";
import { assertRealFolders, assertSafePath } from "./safe-path.ts";

export interface OutputPlan {
  /** The real path of the output folder. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Paths to write, because they are new or not as they should be. */
  readonly write: readonly string[];
  readonly unchanged: readonly string[];
  /** Paths that an earlier run wrote and this one does not. */
  readonly remove: readonly string[];
  /** Files in the way that are not ours, or that somebody has edited: left as they are. */
  readonly conflicts: readonly OutputConflict[];
  /** The hashes of the files that are ours, as they are now. */
  readonly found: Readonly<Record<string, string>>;
}

export interface OutputConflict {
  readonly path: string;
  readonly reason: "not_generated" | "edited" | "not_a_file";
}

export async function planOutput(out: string, files: ReadonlyMap<string, string>): Promise<OutputPlan> {
  const root = await realOutput(out);
  const manifest = await readManifest(join(root, MANIFEST_FILE));
  const write: string[] = [];
  const unchanged: string[] = [];
  const remove: string[] = [];
  const conflicts: OutputConflict[] = [];
  const found: Record<string, string> = {};
  const known = [...Object.keys(manifest.files), ...Object.keys(manifest.pending)].toSorted();
  for (const path of new Set([...files.keys(), ...known])) {
    // A manifest is a file like any other: what it says about paths is not believed.
    assertSafePath(path);
    await assertRealFolders(root, path);
    const wanted = files.get(path);
    const content = await look(locate(root, path));
    const reason = content === undefined || content === wanted ? undefined : reasonToKeep(path, content, manifest);
    if (reason !== undefined) conflicts.push({ path, reason });
    else if (typeof content === "string") found[path] = hashOf(content);
    if (reason !== undefined || (wanted === undefined && content === undefined)) continue;
    if (wanted === undefined) remove.push(path);
    else if (content === wanted) unchanged.push(path);
    else write.push(path);
  }
  return { root, manifest, write, unchanged, remove, conflicts, found };
}

/** Whether the disk is as this run would leave it. */
export function isCurrent({ write, remove, conflicts }: OutputPlan): boolean {
  return write.length + remove.length + conflicts.length === 0;
}

/** The quickstart belongs beside the output folder, under its one name; everything else is inside. */
export function locate(root: string, path: string): string {
  return path === QUICKSTART_FILE ? join(dirname(root), QUICKSTART_FILE) : join(root, path);
}

/** The folder itself may be a link, which its owner has made; from there on nothing is. */
async function realOutput(out: string): Promise<string> {
  const absolute = resolve(out);
  try {
    return await realpath(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await realOutput(parent), basename(absolute));
  }
}

const NOT_A_FILE: unique symbol = Symbol("not a file");

async function look(file: string): Promise<string | typeof NOT_A_FILE | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  return stats.isFile() ? readFile(file, "utf8") : NOT_A_FILE;
}

/** Undefined for a file that is ours. */
function reasonToKeep(
  path: string,
  found: string | typeof NOT_A_FILE,
  { files, pending }: Manifest,
): OutputConflict["reason"] | undefined {
  if (found === NOT_A_FILE) return "not_a_file";
  const known = [files[path], pending[path]].filter((hash) => hash !== undefined);
  if (known.includes(hashOf(found))) return undefined;
  if (known.length > 0) return "edited";
  // Without a word of it in the manifest, a file is ours when it says so.
  return found.startsWith(HEADER) || found.startsWith(MARKDOWN_HEADER) ? undefined : "not_generated";
}
