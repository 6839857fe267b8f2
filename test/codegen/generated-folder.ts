/** A folder of generated files for one test: written, imported as any module is, removed. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export class GeneratedFolder {
  readonly path: string = mkdtempSync(join(realpathSync(tmpdir()), "kigumi-gen-"));

  constructor(files: Iterable<readonly [string, string]> = []) {
    for (const [name, text] of files) this.write(name, text);
  }

  write(name: string, text: string): void {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  import<Module>(name: string): Promise<Module> {
    return import(/* @vite-ignore */ pathToFileURL(join(this.path, name)).href) as Promise<Module>;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
