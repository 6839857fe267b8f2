/** Type-checks modules as the repository's own are. Gives what the compiler says: nothing when all is well. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** `folder` is made anew; inside the repository the package's own name and its peers resolve. */
export function typeCheck(folder: string, modules: Readonly<Record<string, string>>): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, name), code);
  const config = { extends: join(root, "tsconfig.json"), include: ["*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return spawnSync("tsc", ["-p", folder], { cwd: root, encoding: "utf8" }).stdout;
}
