/** The pure folders hold the logic that also has to run inside a workflow, a replay and a browser. This proves it can. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const PURE = ["errors", "json", "duration", "pattern", "tool", "template", "policy", "call", "run", "design"];

/** The layers of DESIGN §3, lowest first: a folder may import from itself and from those before it. */
const LAYERS = [
  ...["errors", "json", "duration", "pattern", "tool", "template", "policy", "call", "run", "design"],
  ...["clock", "store", "engine", "trace", "model", "runtime", "testing", "toolbox"],
  ...["openai-agents", "claude", "codegen", "cli"],
];

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(src, folder, name), "utf8") }));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
}

const WORLD = [
  /["']node:/,
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /\bMath\.random\b/,
  /\bperformance\./,
  /\bset(Timeout|Interval|Immediate)\b/,
  /\bAbortSignal\.timeout\b/,
  /\bprocess\./,
  /\bBuffer\b/,
  /\bcrypto\b/,
  /\bfetch\(/,
  /(?<!#)\brequire\(/,
];

test.each(PURE)("%s touches no clock, no randomness, no Node", (folder) => {
  const offences = sources(folder).flatMap(({ path, text }) =>
    WORLD.filter((forbidden) => forbidden.test(withoutComments(text))).map((forbidden) => `${path}: ${forbidden}`),
  );
  expect(offences).toEqual([]);
});

test.each(LAYERS)("%s imports only from the layers below it", (folder) => {
  const allowed = LAYERS.slice(0, LAYERS.indexOf(folder) + 1);
  for (const { path, text } of sources(folder)) {
    for (const [, target = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      const layer = normalize(join(dirname(path), target)).split("/")[0];
      expect(allowed, `${path} imports ${target}`).toContain(layer);
    }
  }
});

test("every folder of src has its place in the layers", () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LAYERS].sort());
});
