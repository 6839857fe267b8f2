/** What the guides show compiles: the blocks of a page, in their order, are one module. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Prompt } from "../../src/openai-agents/index.ts";
import { traceMetadata } from "../../src/openai-agents/trace-metadata.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guides = join(root, "docs/guides");
const blocks = (page: string) => [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

test("every block of every guide type-checks", () => {
  // Inside the repository, where the package's own name and its peers resolve.
  const folder = join(root, "node_modules/.cache/kigumi-guides");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const modules = readdirSync(guides)
    .map((name) => ({ name, code: blocks(readFileSync(join(guides, name), "utf8")) }))
    .filter(({ code }) => code.length > 0);
  for (const { name, code } of modules) writeFileSync(join(folder, name.replace(/md$/, "ts")), code.join("\n"));
  const config = { extends: join(root, "tsconfig.json"), include: ["*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = spawnSync("tsc", ["-p", folder], { cwd: root, encoding: "utf8" });
  expect(stdout).toBe("");
  expect(modules.length).toBeGreaterThan(2);
});

test("6.2 the guide lists the keys of a trace's metadata, and no others", () => {
  const page = readFileSync(join(guides, "openai-agents.md"), "utf8");
  const listed = [...page.matchAll(/^\| `(\w+)(\*?)` \|/gm)].map(([, key = "", rest = ""]) => key + rest);
  const instructions = new Prompt({ name: "p", version: "1", text: "t", meta: { language: "en" } });
  const keys = Object.keys(traceMetadata({ agentName: "a", instructions, metadata: {}, runId: "r" }));
  expect(listed.sort()).toEqual(keys.map((key) => key.replace(/^prompt_meta_.*/, "prompt_meta_*")).sort());
});
