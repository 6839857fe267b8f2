import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CliFolder } from "./testing/cli-process.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

const language = fileURLToPath(new URL("../design/index.ts", import.meta.url));

/** A design of one tool; what is in the block of its agent is up to the test. */
function writeDesign({ tool = "search", agent = "" } = {}): void {
  const source = `import { Agent, MaxToolCalls, DefaultCaps, RunPolicy, Service, Tool, Toolset, Use } from ${JSON.stringify(language)};
const docs = Toolset("docs", () => {
  Tool(${JSON.stringify(tool)}, "Does it");
});
export const desk = Service("desk", () => {
  Agent("chat", "Talks", () => {
    Use(docs);
    ${agent}
  });
});
`;
  writeFileSync(join(folder.path, "design.ts"), source);
}

const specs = () => readFileSync(join(folder.path, "gen/desk/toolsets/docs/specs.ts"), "utf8");

test("gen writes the code of a design; a second time there is nothing to write", async () => {
  writeDesign();
  const first = await folder.run(["gen", "design.ts"]);
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("wrote gen/desk/toolsets/docs/specs.ts\n") });
  expect(first.stdout).toContain("wrote AGENTS_QUICKSTART.md\n");
  expect(specs()).toContain('export const searchId = "docs.search";');
  expect(existsSync(join(folder.path, "AGENTS_QUICKSTART.md"))).toBe(true);
  const second = await folder.run(["gen", "design.ts"]);
  expect(second).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("0 files written") });
});

test("--check writes nothing, and fails when the code is not what the design says", async () => {
  writeDesign();
  expect(await folder.run(["gen", "design.ts", "--check"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("stale gen/desk/toolsets/docs/specs.ts\n"),
    stderr: expect.stringContaining("not current; run kigumi gen"),
  });
  expect(existsSync(join(folder.path, "gen"))).toBe(false);
  await folder.run(["gen", "design.ts"]);
  expect(await folder.run(["gen", "design.ts", "--check"])).toMatchObject({ code: 0, stdout: "" });
});

test("paths are told from where the command was run, and whole where they lead out of it", async () => {
  writeDesign();
  const { stdout } = await folder.run(["gen", "design.ts", "--out", "src/made"]);
  expect(stdout).toContain("wrote src/made/desk/toolsets/docs/specs.ts\n");
  expect(stdout).toContain("wrote src/AGENTS_QUICKSTART.md\n");
  const outside = join(dirname(folder.path), `${basename(folder.path)}-made`);
  const out = join(outside, "gen");
  // With --check, so that nothing is written there.
  const { json } = await folder.run(["gen", "design.ts", "--out", out, "--check", "--json"]);
  expect(json[0]).toMatchObject({ out, stale: expect.arrayContaining([join(outside, "AGENTS_QUICKSTART.md")]) });
});

test("--json is one object a line, problems included", async () => {
  writeDesign();
  const { code, json } = await folder.run(["gen", "design.ts", "--out", "made", "--json"]);
  expect(code).toBe(0);
  expect(json.at(-1)).toMatchObject({
    type: "generated",
    written: expect.arrayContaining(["made/desk/agents/chat/agent.ts", "AGENTS_QUICKSTART.md"]),
    conflicts: [],
  });
  writeDesign({ agent: 'Use("nothing");' });
  const wrong = await folder.run(["gen", "design.ts", "--json"]);
  expect(wrong.code).toBe(1);
  expect(wrong.json[0]).toMatchObject({ type: "problem", severity: "error", line: expect.any(Number) });
  expect(wrong.json.at(-1)).toMatchObject({ type: "error", code: "invalid_design" });
});

test("what is wrong with a design is printed with its positions, and nothing is written", async () => {
  writeDesign({ agent: "RunPolicy(() => { DefaultCaps(MaxToolCalls(-1)); });\n    Use(42 as never);" });
  const { code, stderr } = await folder.run(["gen", "design.ts"]);
  expect(code).toBe(1);
  expect(stderr.match(/^error: design\.ts:\d+:\d+ /gm)).toHaveLength(2);
  expect(stderr).toContain("error: design.ts has 2 problems\n");
  expect(existsSync(join(folder.path, "gen"))).toBe(false);
});

test("a file in the way is kept, named, and makes the command fail", async () => {
  writeDesign();
  mkdirSync(join(folder.path, "gen/desk/toolsets/docs"), { recursive: true });
  writeFileSync(join(folder.path, "gen/desk/toolsets/docs/specs.ts"), "mine");
  const { code, stdout, stderr } = await folder.run(["gen", "design.ts"]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("1 file in the way") });
  expect(stdout).toContain("kept gen/desk/toolsets/docs/specs.ts: it was not generated\n");
  expect(specs()).toBe("mine");
});

test("a design that is not there, is no module, or throws is told apart from one that is wrong", async () => {
  expect(await folder.run(["gen", "missing.ts"])).toMatchObject({
    code: 2,
    stderr: "error: there are no designs at missing.ts; give the path of a file\n",
  });
  expect(await folder.run(["gen"])).toMatchObject({ code: 2 });
  expect(await folder.run(["gen", "."])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(". is a folder; give the path of the file"),
  });
  expect(await folder.run(["gen", "missing.ts", "--watch"])).toMatchObject({ code: 2 });
  writeDesign();
  expect(await folder.run(["gen", "design.ts", "--check", "--watch"])).toMatchObject({ code: 2 });
  expect(await folder.run(["gen", "design.ts", "--out", "design.ts"])).toMatchObject({
    code: 2,
    stderr: "error: --out design.ts is a file; name the folder where the code goes\n",
  });
  writeFileSync(join(folder.path, "throws.ts"), 'throw new Error("broken on load");\n');
  expect(await folder.run(["gen", "throws.ts"])).toMatchObject({
    code: 1,
    stderr: "error: throws.ts (designs) could not be loaded: broken on load, at throws.ts:1:7\n",
  });
  writeFileSync(join(folder.path, "typo.ts"), "\nexport const desk = = 1;\n");
  expect(await folder.run(["gen", "typo.ts"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/, at typo\.ts:2\n$/),
  });
});

test("--watch generates again when the design changes, and goes on after a mistake", async () => {
  writeDesign();
  const watching = folder.start(["gen", "design.ts", "--watch"]);
  await watching.shown("wrote gen/desk/toolsets/docs/types.ts");
  writeDesign({ agent: "Use(42 as never);" });
  await new Promise((resolve) =>
    watching.child.stderr.on("data", (text: string) => text.includes("design.ts has 1 problem") && resolve(0)),
  );
  writeDesign({ tool: "find" });
  await expect.poll(specs, { timeout: 60_000 }).toContain('export const findId = "docs.find";');
  watching.child.kill("SIGINT");
  expect((await watching.ended).code).toBe(0);
});

test("--watch sees every file that takes the place of another, as editors save them, in new folders too", async () => {
  const tool = (name: string) => {
    const draft = join(folder.path, "draft.tmp");
    writeFileSync(draft, `export const name = ${JSON.stringify(name)};\n`);
    // Moved here from elsewhere, it may be older than the last run.
    utimesSync(draft, 0, 0);
    renameSync(draft, join(folder.path, "parts/name.ts"));
  };
  writeDesign();
  const design = readFileSync(join(folder.path, "design.ts"), "utf8");
  const watching = folder.start(["gen", "design.ts", "--watch"]);
  await watching.shown("wrote gen/desk/toolsets/docs/types.ts");
  mkdirSync(join(folder.path, "parts"));
  tool("first");
  writeFileSync(
    join(folder.path, "design.ts"),
    `import { name } from "./parts/name.ts";\n${design.replace('Tool("search"', "Tool(name")}`,
  );
  await expect.poll(specs, { timeout: 60_000 }).toContain('export const firstId = "docs.first";');
  for (const name of ["second", "third"]) {
    tool(name);
    await expect.poll(specs, { timeout: 60_000 }).toContain(`export const ${name}Id = "docs.${name}";`);
  }
  watching.child.kill("SIGINT");
  expect((await watching.ended).code).toBe(0);
});
