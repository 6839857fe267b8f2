/** What writing does to a disk that others use too. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isCurrent, planOutput, writeGenerated } from "../../src/codegen/index.ts";
import { HEADER } from "../../src/codegen/text/module-text.ts";

let parent: string;
let out: string;
beforeEach(() => {
  parent = mkdtempSync(join(realpathSync(tmpdir()), "kigumi-out-"));
  out = join(parent, "gen");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const text = (words: string) => `${HEADER}\n${words}\n`;
const files = (record: Record<string, string>) => new Map(Object.entries(record));
const read = (path: string) => readFileSync(join(out, path), "utf8");
const put = (path: string, content: string) => {
  mkdirSync(join(out, path, ".."), { recursive: true });
  writeFileSync(join(out, path), content);
};

test("a second run finds everything current and touches nothing", async () => {
  const all = files({ "a/one.ts": text("1"), "b.ts": text("2") });
  expect(await writeGenerated(out, all)).toMatchObject({ written: ["a/one.ts", "b.ts"], removed: [], conflicts: [] });
  utimesSync(join(out, "a/one.ts"), 1000, 1000);
  expect(await writeGenerated(out, all)).toMatchObject({ written: [], unchanged: ["a/one.ts", "b.ts"] });
  expect(statSync(join(out, "a/one.ts")).mtimeMs).toBe(1_000_000);
  expect(isCurrent(await planOutput(out, all))).toBe(true);
});

test("files that are no longer generated go, with their folders; whatever else is there stays", async () => {
  await writeGenerated(out, files({ "old/deep/one.ts": text("1"), "kept/two.ts": text("2") }));
  put("kept/mine.ts", "mine");
  put("old/note.md", "mine");
  const report = await writeGenerated(out, files({ "b.ts": text("3") }));
  expect(report.removed).toEqual(["kept/two.ts", "old/deep/one.ts"]);
  expect(existsSync(join(out, "old/deep"))).toBe(false);
  expect([read("kept/mine.ts"), read("old/note.md")]).toEqual(["mine", "mine"]);
});

test("a file that was not generated is never overwritten, and the run says so", async () => {
  put("a.ts", "mine");
  put("schemas.json", "{}");
  const all = files({ "a.ts": text("1"), "schemas.json": "[]\n", "b.ts": text("2") });
  expect((await writeGenerated(out, all)).conflicts).toEqual([
    { path: "a.ts", reason: "not_generated" },
    { path: "schemas.json", reason: "not_generated" },
  ]);
  expect([read("a.ts"), read("b.ts")]).toEqual(["mine", text("2")]);
});

test("a generated file that somebody edited is left as it is, also when it is no longer generated", async () => {
  await writeGenerated(out, files({ "a.ts": text("1"), "b.ts": text("2") }));
  put("a.ts", `${text("1")}// mine`);
  put("b.ts", `${text("2")}// mine`);
  for (const _again of [1, 2]) {
    const { conflicts } = await writeGenerated(out, files({ "a.ts": text("changed") }));
    expect(conflicts).toEqual([
      { path: "a.ts", reason: "edited" },
      { path: "b.ts", reason: "edited" },
    ]);
  }
  expect(read("a.ts")).toBe(`${text("1")}// mine`);
  expect(read("b.ts")).toBe(`${text("2")}// mine`);
});

test("without its manifest a run still knows the files that say they are generated", async () => {
  await writeGenerated(out, files({ "a.ts": text("1") }));
  rmSync(join(out, ".kigumi-gen.json"));
  expect(await writeGenerated(out, files({ "a.ts": text("2") }))).toMatchObject({ written: ["a.ts"], conflicts: [] });
});

test.each(["../x.ts", "a/../../x.ts", "/etc/x.ts", "a//b.ts", "./a.ts", "a\\b.ts", "a\u0000.ts", "", "a/..", "é.ts"])(
  "a path that does not plainly lead down is refused: %j",
  async (path) => {
    await expect(writeGenerated(out, files({ [path]: "x" }))).rejects.toMatchObject({ code: "unsafe_output_path" });
    expect(readdirSync(parent)).toEqual([]);
  },
);

test("nothing is written, or removed, through a link inside the output folder", async () => {
  const elsewhere = join(parent, "elsewhere");
  mkdirSync(elsewhere);
  mkdirSync(out);
  symlinkSync(elsewhere, join(out, "a"));
  await expect(writeGenerated(out, files({ "a/one.ts": text("1") }))).rejects.toMatchObject({
    code: "unsafe_output_path",
  });
  writeFileSync(join(parent, "target.ts"), "mine");
  symlinkSync(join(parent, "target.ts"), join(out, "b.ts"));
  expect((await writeGenerated(out, files({ "b.ts": text("1") }))).conflicts).toEqual([
    { path: "b.ts", reason: "not_a_file" },
  ]);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readFileSync(join(parent, "target.ts"), "utf8")).toBe("mine");
});

test("a manifest that somebody wrote cannot name files elsewhere", async () => {
  writeFileSync(join(parent, "precious.ts"), "mine");
  put(".kigumi-gen.json", JSON.stringify({ version: 1, files: { "../precious.ts": "x" } }));
  await expect(writeGenerated(out, files({ "a.ts": text("1") }))).rejects.toMatchObject({ code: "unsafe_output_path" });
  expect(readFileSync(join(parent, "precious.ts"), "utf8")).toBe("mine");
});

test("the quickstart stands beside the output folder, and is as much its owner's as any file", async () => {
  const page = "<!-- Generated by kigumi gen. Do not edit: change the design and generate again. -->\n1\n";
  await writeGenerated(out, files({ "AGENTS_QUICKSTART.md": page }));
  expect(readFileSync(join(parent, "AGENTS_QUICKSTART.md"), "utf8")).toBe(page);
  writeFileSync(join(parent, "AGENTS_QUICKSTART.md"), "mine");
  expect((await writeGenerated(out, files({}))).conflicts).toEqual([
    { path: "AGENTS_QUICKSTART.md", reason: "edited" },
  ]);
});

/** The child writes version after version of the same files until it is killed. */
test("a run that was killed half-way is completed by the next one, whatever that one generates", async () => {
  const writer = fileURLToPath(new URL("./endless-writer.ts", import.meta.url));
  // Each is killed in the middle of some round, wherever that is, and the next finds what it left.
  for (const salt of ["a", "b", "c"]) {
    const child = spawn(process.execPath, [writer, out, salt]);
    let rounds = 0;
    let failure = "";
    child.stdout.setEncoding("utf8").on("data", (said: string) => {
      rounds += said.length;
      if (rounds >= 2) setTimeout(() => child.kill("SIGKILL"), 7);
    });
    child.stderr.setEncoding("utf8").on("data", (said: string) => {
      failure += said;
    });
    await once(child, "close");
    expect(failure).toBe("");
  }
  expect(existsSync(join(out, "a/0.ts"))).toBe(true);
  const final = files(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`a/${i}.ts`, text(`final ${i}`)])));
  const { conflicts, removed } = await writeGenerated(out, final);
  expect(conflicts).toEqual([]);
  expect(removed.length).toBeGreaterThan(0);
  expect(readdirSync(join(out, "a")).toSorted()).toEqual([...final.keys()].map((path) => path.slice(2)));
  expect(readdirSync(out)).toEqual([".kigumi-gen.json", "a"]);
  expect(isCurrent(await planOutput(out, final))).toBe(true);
});
