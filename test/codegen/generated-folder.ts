/** A folder of generated files for one test: written, imported as any module is, removed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

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

  /** What the compiler says of the folder under the flags of this repository; empty when nothing. */
  compile(): string {
    const compilerOptions = { noEmit: true, typeRoots: [join(root, "node_modules/@types")] };
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["."], exclude: [] };
    this.write("tsconfig.json", JSON.stringify(config));
    this.write("package.json", '{ "type": "module" }');
    return spawnSync("tsc", ["-p", this.path, "--pretty", "false"], { encoding: "utf8" }).stdout;
  }

  /** What the formatter of this repository would change; empty when nothing. */
  format(): string {
    const config = join(root, "biome.json");
    const { stderr, status } = spawnSync(
      "biome",
      ["format", "--vcs-enabled=false", `--config-path=${config}`, this.path],
      {
        encoding: "utf8",
      },
    );
    return status === 0 ? "" : stderr;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
