/**
 * Writes generated files: each appears whole or not at all, those that are as they should be are not touched, those
 * of earlier runs that are no longer generated are removed, and nothing that somebody else wrote is. A run that was
 * killed is completed by the next one.
 */
import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../../toolbox/files/replace-file.ts";
import { hashOf, MANIFEST_FILE, type Manifest, writtenManifest } from "./manifest.ts";
import { locate, type OutputConflict, type OutputPlan, planOutput } from "./plan-output.ts";

export interface WriteReport {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** Files in the way that are not ours, or that somebody has edited: left as they are. */
  readonly conflicts: readonly OutputConflict[];
}

export async function writeGenerated(out: string, files: ReadonlyMap<string, string>): Promise<WriteReport> {
  const plan = await planOutput(out, files);
  const { root, manifest, write, unchanged, remove, conflicts, found } = plan;
  const owned = [...write, ...unchanged];
  const after = Object.fromEntries(owned.map((path) => [path, hashOf(files.get(path) ?? "")]));
  const isBusy = write.length + remove.length > 0;
  // An edited file keeps its old hash: it stays known as edited until somebody decides.
  const kept = Object.fromEntries(
    conflicts.flatMap(({ path }) => {
      const hash = manifest.files[path] ?? manifest.pending[path];
      return hash === undefined ? [] : [[path, hash]];
    }),
  );
  if (isBusy) await noteManifest(root, { files: { ...found, ...kept }, pending: after });
  for (const path of write) await replace(root, path, files.get(path) ?? "");
  for (const path of remove) await rm(locate(root, path), { force: true });
  await tidy(plan);
  await noteManifest(root, { files: { ...after, ...kept }, pending: {} });
  return { written: write, unchanged, removed: remove, conflicts };
}

async function replace(root: string, path: string, text: string): Promise<void> {
  await replaceFile({ absolute: locate(root, path), shown: path, isLink: false }, text);
}

async function noteManifest(root: string, manifest: Manifest): Promise<void> {
  const text = writtenManifest(manifest);
  const current = await readFile(join(root, MANIFEST_FILE), "utf8").catch(() => undefined);
  if (text !== current) await replace(root, MANIFEST_FILE, text);
}

/** What a killed run left of files it had not finished, and folders that nothing is in any more. */
async function tidy({ root, write, unchanged, remove }: OutputPlan): Promise<void> {
  const folders = new Set<string>(["."]);
  for (const path of [...write, ...unchanged, ...remove]) {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) folders.add(folder);
  }
  const deepestFirst = [...folders].toSorted((left, right) => right.length - left.length);
  for (const folder of deepestFirst) {
    await removeUnfinished(join(root, folder), UNFINISHED);
    // Fails, as it should, for a folder that something is in.
    if (folder !== ".") await rmdir(join(root, folder)).catch(() => undefined);
  }
  await removeUnfinished(dirname(root), UNFINISHED_QUICKSTART);
}

async function removeUnfinished(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (pattern.test(name)) await rm(join(folder, name), { force: true });
}

/** As `replaceFile` names what it has not finished. */
const UNFINISHED = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** Beside the output folder only what is surely ours. */
const UNFINISHED_QUICKSTART = /^\.AGENTS_QUICKSTART\.md\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
