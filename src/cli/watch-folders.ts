/**
 * Tells of every change in a folder and the folders below it. Each folder is watched by itself: Node's own recursive
 * watch is one of every file on Linux, and loses sight of a file once another takes its place, as editors save.
 */
import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

export class FolderWatch {
  readonly #onChange: (path: string) => void;
  readonly #isIgnored: (folder: string) => boolean;
  readonly #watchers = new Map<string, FSWatcher>();

  /** `isIgnored`: folders that nobody looks into. */
  constructor(folder: string, isIgnored: (folder: string) => boolean, onChange: (path: string) => void) {
    this.#onChange = onChange;
    this.#isIgnored = isIgnored;
    this.#add(folder);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Returns the files in it and below. */
  #add(folder: string): string[] {
    if (this.#isIgnored(folder)) return [];
    try {
      const watcher = watch(folder);
      this.#watchers.set(folder, watcher);
      watcher.on("error", () => this.#remove(folder));
      watcher.on("change", (_, name) => this.#changed(join(folder, String(name))));
      return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? this.#add(path) : [path];
      });
    } catch {
      // It is gone again.
      this.#remove(folder);
      return [];
    }
  }

  #changed(path: string): void {
    // What was a folder may be gone, or have been made again.
    this.#remove(path);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    for (const each of isFolder ? this.#add(path) : [path]) this.#onChange(each);
  }

  #remove(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
