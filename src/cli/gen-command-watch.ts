/**
 * Generates whenever a source beside the design changes. Every time in a process of its own: a module that was loaded
 * once is never read again by the process that loaded it.
 */
import { spawn } from "node:child_process";
import { EventEmitter, on, once } from "node:events";
import { stat } from "node:fs/promises";
import { basename, dirname, relative } from "node:path";
import { isAbort } from "../errors/abort.ts";
import { FolderWatch } from "./watch-folders.ts";
import type { World } from "./world.ts";

export interface WatchedDesign {
  readonly file: string;
  readonly out: string;
  readonly isJson: boolean;
}

/** Until the command is interrupted. */
export async function watchDesign(design: WatchedDesign, world: World): Promise<void> {
  const changed = new EventEmitter();
  // Changes are collected from here on, also while code is generated.
  const changes = on(changed, "path", { signal: world.signal });
  const isIgnored = (folder: string) => basename(folder) === "node_modules" || isInside(design.out, folder);
  const watcher = new FolderWatch(dirname(design.file), isIgnored, (path) => changed.emit("path", path));
  try {
    let since = Date.now();
    await generateInChild(design, world);
    for await (const [path] of changes) {
      if (!SOURCE.test(path)) continue;
      // One save is several events; only a file that is newer than the last run is a reason for another.
      if ((await changedAt(path)) <= since) continue;
      since = Date.now();
      await generateInChild(design, world);
    }
  } catch (error) {
    if (!isAbort(error, world.signal)) throw error;
  } finally {
    watcher.close();
  }
}

/** When its content changed, or when it came to this place; a file that is gone has changed just now. */
async function changedAt(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined);
  return stats === undefined ? Date.now() : Math.max(stats.mtimeMs, stats.ctimeMs);
}

const SOURCE = /\.(?:[cm]?[jt]s|json)$/;

function isInside(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith("..");
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
