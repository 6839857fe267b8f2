/** Every design generates code that the compiler accepts, under the strictest flags of this project. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "kigumi/codegen";
import { evaluate } from "kigumi/design";
import { afterAll, beforeAll, expect, test } from "vitest";
import { designs } from "./designs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "kigumi-seed-003-"));
const generated = new Map(Object.entries(designs).map(([name, module]) => [name, generate(evaluate(module))]));

beforeAll(() => {
  for (const [name, files] of generated) {
    for (const [path, text] of files) write(join(name, path), text);
  }
  const compilerOptions = { noEmit: true, typeRoots: [join(root, "node_modules/@types")] };
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["."], exclude: [] };
  write("package.json", JSON.stringify({ type: "module" }));
  write("tsconfig.json", JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the generated code of all designs type-checks", () => {
  const tsc = join(root, "node_modules/.bin/tsc");
  const { stdout, status } = spawnSync(tsc, ["-p", join(folder, "tsconfig.json")], { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});

test.each(Object.entries(designs))("%s generates the same code again", (name, module) => {
  expect([...generate(evaluate(module))]).toEqual([...(generated.get(name) ?? [])]);
});

test("the quick start generates an agent, its toolset, its export and the page for newcomers", () => {
  const files = [...(generated.get("quick-start")?.keys() ?? [])];
  expect(files).toContain("AGENTS_QUICKSTART.md");
  expect(files).toContain("orchestrator/agents/chat/agent.ts");
  expect(files).toContain("orchestrator/agents/chat/specs/tool_schemas.json");
  expect(files.filter((file) => file.includes("/toolsets/docs_search/"))).not.toEqual([]);
  expect(files.filter((file) => file.includes("/exports/chat_tools/"))).not.toEqual([]);
  expect(files.filter((file) => file.includes("/agenttools/chat_tools/"))).not.toEqual([]);
});

test("DisableAgentDocs: the page for newcomers is not generated", () => {
  expect([...(generated.get("agent-docs")?.keys() ?? [])]).not.toContain("AGENTS_QUICKSTART.md");
});

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
