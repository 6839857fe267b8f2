/** What the package's readers see of this folder is its declarations, so these are what is read here. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("SC-008 nothing in the emitted declarations is any", () => {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-declarations-"));
  try {
    const config = {
      extends: join(root, "tsconfig.build.json"),
      // Only what the entry leads to, and unchecked: the type check is another command.
      compilerOptions: {
        outDir: folder,
        rootDir: join(root, "src"),
        noCheck: true,
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: [],
      files: [join(root, "src/claude/index.ts")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { stdout } = spawnSync("tsc", ["-p", folder], { cwd: root, encoding: "utf8" });
    expect(stdout).toBe("");

    const declarations = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".d.ts"),
    );
    expect(declarations).toContain(join("claude", "index.d.ts"));
    const offences = declarations.filter((name) => /\bany\b/.test(typesIn(readFileSync(join(folder, name), "utf8"))));
    expect(offences).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The types alone: no comments, no literal texts. */
function typesIn(declarations: string): string {
  return declarations.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"[^"\n]*"/gm, "");
}
