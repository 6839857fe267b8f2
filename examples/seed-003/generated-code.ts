/** The generated code of all designs of this folder, each in a folder of its own: compiled, imported, removed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { generate } from "kigumi/codegen";
import { evaluate } from "kigumi/design";
import { designs } from "./designs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export class GeneratedCode {
  readonly #path: string = mkdtempSync(join(realpathSync(tmpdir()), "kigumi-seed-003-"));
  readonly #files = new Map<string, readonly string[]>();

  constructor() {
    for (const [name, module] of Object.entries(designs)) {
      const files = generate(evaluate(module));
      for (const [path, text] of files) this.#write(join(name, path), text);
      this.#files.set(name, [...files.keys()]);
    }
    this.#write("package.json", JSON.stringify({ type: "module" }));
  }

  /** The paths of the files of one design. */
  files(name: string): readonly string[] {
    return this.#files.get(name) ?? [];
  }

  import<Module>(path: string): Promise<Module> {
    return import(/* @vite-ignore */ pathToFileURL(join(this.#path, path)).href);
  }

  /** What the compiler has to say, under the flags of this project. */
  compile(): string {
    const compilerOptions = { noEmit: true, typeRoots: [join(root, "node_modules/@types")] };
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["."], exclude: [] };
    this.#write("tsconfig.json", JSON.stringify(config));
    const { stdout, status } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", "."], {
      cwd: this.#path,
      encoding: "utf8",
    });
    return status === 0 ? "" : stdout || `tsc ended with ${status}`;
  }

  [Symbol.dispose](): void {
    rmSync(this.#path, { recursive: true, force: true });
  }

  #write(path: string, text: string): void {
    const file = join(this.#path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
