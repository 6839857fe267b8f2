/** What the guides show compiles: the blocks of a page, in their order, are one module. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Prompt } from "../../src/openai-agents/index.ts";
import { traceMetadata } from "../../src/openai-agents/trace-metadata.ts";
import { codeBlocks } from "./code-blocks.ts";
import { typeCheck } from "./type-check.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guides = join(root, "docs/guides");

test("every block of every guide type-checks", () => {
  const modules = readdirSync(guides)
    .map((name) => [name.replace(/md$/, "ts"), codeBlocks(readFileSync(join(guides, name), "utf8"), "ts")] as const)
    .filter(([, code]) => code.length > 0)
    .map(([name, code]) => [name, code.join("\n")]);
  expect(modules.length).toBeGreaterThan(2);
  expect(typeCheck(join(root, "node_modules/.cache/kigumi-guides"), Object.fromEntries(modules))).toBe("");
});

test("6.2 the guide lists the keys of a trace's metadata, and no others", () => {
  const page = readFileSync(join(guides, "openai-agents.md"), "utf8");
  const listed = [...page.matchAll(/^\| `(\w+)(\*?)` \|/gm)].map(([, key = "", rest = ""]) => key + rest);
  const instructions = new Prompt({ name: "p", version: "1", text: "t", meta: { language: "en" } });
  const keys = Object.keys(traceMetadata({ agentName: "a", instructions, metadata: {}, runId: "r" }));
  expect(listed.sort()).toEqual(keys.map((key) => key.replace(/^prompt_meta_.*/, "prompt_meta_*")).sort());
});
