/**
 * Generates whenever a source beside the design changes. Every time in a process of its own: a module that was loaded
 * once is never read again by the process that loaded it.
 */
import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { isAbort } from "../errors/abort.ts";
import type { World } from "./world.ts";

export interface WatchedDesign {
  readonly file: string;
  readonly out: string;
  readonly isJson: boolean;
}

/** Until the command is interrupted. */
export async function watchDesign(design: WatchedDesign, world: World): Promise<void> {
  const folder = dirname(design.file);
  const watcher = watch(folder, { recursive: true });
  try {
    // Changes are collected from here on, also while code is generated.
    const changes = on(watcher, "change", { signal: world.signal });
    let since = Date.now();
    await generateInChild(design, world);
    for await (const [, filename] of changes) {
      if (typeof filename !== "string" || !isSource(join(folder, filename), design)) continue;
      // One save is several events; only a file that is newer than the last run is a reason for another.
      if ((await changedAt(join(folder, filename))) <= since) continue;
      since = Date.now();
      await generateInChild(design, world);
    }
  } catch (error) {
    if (!isAbort(error, world.signal)) throw error;
  } finally {
    watcher.close();
  }
}

/** A file that is gone has changed just now. */
async function changedAt(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.mtimeMs ?? Date.now();
}

function isSource(path: string, { out }: WatchedDesign): boolean {
  const isInside = (folder: string) => !relative(folder, path).startsWith("..");
  if (isInside(out) || path.split(/[\\/]/).includes("node_modules")) return false;
  return /\.(?:[cm]?[jt]s|json)$/.test(path);
}

/** What goes wrong is printed by the child; the next change is waited for all the same. */
async function generateInChild({ file, out, isJson }: WatchedDesign, world: World): Promise<void> {
  const [, main = ""] = process.argv;
  const args = [...process.execArgv, main, "gen", file, "--out", out, ...(isJson ? ["--json"] : [])];
  const child = spawn(process.execPath, args, {
    cwd: world.cwd,
    signal: world.signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (text) => world.stdout.write(text));
  child.stderr.on("data", (text) => world.stderr.write(text));
  await once(child, "close");
}
