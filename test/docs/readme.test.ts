/** What README.md shows compiles and does what it says there: its blocks, in their order, are one program. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { codeBlocks } from "./code-blocks.ts";
import { typeCheck } from "./type-check.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside the repository, where the package's own name and its peers resolve.
const folder = join(root, "node_modules/.cache/kigumi-readme");
const program = codeBlocks(readFileSync(join(root, "README.md"), "utf8"), "ts").join("\n");

test("the blocks of README.md type-check as one program", () => {
  expect(program).toContain("defineTool");
  expect(typeCheck(join(folder, "types"), { "readme.ts": program })).toBe("");
});

test("the program of README.md runs: a call is corrected, one is denied, a run waits for a person and is finished", () => {
  const cwd = join(folder, "run");
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  const source = stripTypeScriptTypes(`${program}\n${showWhatHappened}`);
  writeFileSync(
    join(cwd, "readme.mjs"),
    source.replaceAll(/from "kigumi(?:\/(\w+))?"/g, (_, path) => from(path)),
  );
  writeFileSync(join(cwd, "README.md"), "found by the toolbox");
  const { stdout, stderr } = spawnSync(process.execPath, ["readme.mjs"], { cwd, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    answer: { titles: ["Rotate keys"] },
    correction: expect.stringContaining('- qeury: unknown key; did you mean "query"?\nExample of a valid input:'),
    seen: ["docs.search", "ops.restart"],
    decided: "denied",
    status: "completed",
    message: expect.stringContaining("web-1 was restarted"),
    roots: ["docs", "desk"],
    read: "success",
  });
});

/** The lines that a reader would add to see what the comments promise. */
const showWhatHappened = `
console.log(JSON.stringify({
  answer: (await search.executeRaw('{"query":"keys"}', createToolContext())).value,
  correction: await search.executeRaw('{"qeury":"keys"}', createToolContext()).then(String, (error) => error.message),
  seen: listTools(policy, tools.tools).map(({ id }) => id),
  decided: (await executeToolCall(call, { tools, policy, ctx })).type,
  status,
  message,
  roots: [docs, desk].map(({ name }) => name),
  read: (await toolkit.tools.read_file({ path: "README.md" })).status,
}));
`;

function from(path = ""): string {
  return `from ${JSON.stringify(pathToFileURL(join(root, "src", path, "index.ts")).href)}`;
}
