import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTraceStore } from "../trace/sqlite/sqlite-trace-store.ts";
import { runHere } from "./testing/cli-here.ts";
import { CliFolder } from "./testing/cli-process.ts";
import { type WrittenTrace, writeTraces } from "./testing/trace-file.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

const traces = (args: readonly string[], input = "") => runHere(["traces", ...args], { cwd: folder.path, input });

/** What the terminal must never be told by a trace. */
const HOSTILE = "\u001b[31mred\u009b2J\u202e";

const support: WrittenTrace = {
  traceId: "trace_a",
  name: "support",
  groupId: "chat-7",
  metadata: { prompt_name: "answer", prompt_version: "2", "odd.key": "yes" },
  spans: [
    { spanId: "a1", spanData: { type: "agent", name: "desk" }, endedAt: "2026-03-01T12:00:10.000Z" },
    {
      spanId: "a2",
      parentId: "a1",
      spanData: {
        type: "generation",
        model: "gpt-test",
        input: [{ role: "user", content: "Where is my parcel?" }],
        output: [{ role: "assistant", content: "On its way." }],
        usage: { input_tokens: 1200, output_tokens: 34 },
      },
    },
    {
      spanId: "a3",
      parentId: "a1",
      spanData: { type: "function", name: "docs.search", input: '{"query":"parcel"}', output: "" },
      error: { message: "Error running tool", data: { error: "no index" } },
    },
    {
      spanId: "a4",
      parentId: "a3",
      spanData: { type: "custom", name: "judge", data: { rubric: { score: 0.25, comments: ["too short"] } } },
    },
  ],
};

const plain = (traceId: string, output: string): WrittenTrace => ({
  traceId,
  spans: [{ spanData: { type: "function", name: "echo", input: "{}", output } }],
});

test("search shows traces in a table, the newest first, and says how to get the next page", async () => {
  await writeTraces(folder, [support, plain("trace_b", "b"), plain("trace_c", "c")]);
  const { code, stdout, stderr } = await traces(["search", "--limit", "2"]);
  expect(code).toBe(0);
  expect(stdout.split("\n").map((line) => line.split(/\s{2,}/).at(-1))).toEqual(["trace", "trace_c", "trace_b", ""]);
  const [, cursor = ""] = /older ones: --before (\d+)/.exec(stderr) ?? [];
  const next = await traces(["search", "--limit", "2", "--before", cursor]);
  expect(next.stdout).toContain("2026-03-01 12:00:00");
  expect(next.stdout).toContain("10.00s  support    1,234  answer 2  trace_a\n");
  expect(next.stdout).not.toContain("trace_b");
});

test.each([
  [["PARCEL", "way"], ["trace_a"]],
  [["--error"], ["trace_a"]],
  [["--tool", "echo"], ["trace_b"]],
  [["--workflow", "support"], ["trace_a"]],
  [["--group", "chat-7"], ["trace_a"]],
  [["--metadata", "odd.key=yes"], ["trace_a"]],
  [["--metadata", 'prompt_version="2"', "--metadata", "prompt_name=answer"], ["trace_a"]],
  [["--metadata", "prompt_version=2"], ["trace_a"]],
  [["--metadata", "prompt_version=3"], []],
  [["--max-score", "0.3"], ["trace_a"]],
  [["--min-score", "0.3"], []],
  [["--tokens", "1000.."], ["trace_a"]],
  [["--tokens", "..1000"], []],
  [
    ["--since", "2026-03-01T12:00Z"],
    ["trace_b", "trace_a"],
  ],
  [["--until", "2026-03-01T11:00:00"], []],
  [["--since", "1m"], []],
])("search %j finds %j", async (args, expected) => {
  await writeTraces(folder, [support, plain("trace_b", "b")]);
  const { code, json } = await traces(["search", ...args, "--json"]);
  expect(code).toBe(0);
  expect(json.slice(0, -1).map(({ type, traceId }) => [type, traceId])).toEqual(expected.map((id) => ["trace", id]));
  expect(json.at(-1)).toEqual({ type: "page" });
});

test("search --spans finds single spans, with what they said or why they failed", async () => {
  await writeTraces(folder, [support]);
  const { stdout } = await traces(["search", "parcel", "--spans"]);
  expect(stdout).toMatch(/function docs\.search .* Error running tool: no index {2}a3\n/);
  expect(stdout).toMatch(/generation gpt-test .* On its way\. .* a2\n/);
  const narrowed = await traces(["search", "--spans", "--group", "g"]);
  expect(narrowed).toMatchObject({ code: 2, stderr: expect.stringContaining("leave out --spans") });
});

test("show draws the tree of a trace along its time, with durations, tokens, scores and failures", async () => {
  await writeTraces(folder, [support]);
  const { code, stdout } = await traces(["show", "trace_a"]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "support  trace_a
    2026-03-01 12:00:00  ·  10.00s  ·  4 spans  ·  1,234 tokens
      prompt_name: answer
      prompt_version: 2
      odd.key: yes
    agent desk                   10.00s  ━━━━━━━━━━━━━━━━━━━━━━━━
    ├─ generation gpt-test        500ms    ━━                      1,234 tokens
    └─ function docs.search       500ms      ━━                    ✗ Error running tool: no index
       └─ custom judge            500ms         ━                  score 0.25  too short
    "
  `);
});

test("show prints one span in full, and --full does so for all of them", async () => {
  await writeTraces(folder, [support]);
  const span = await traces(["show", "a3"]);
  expect(span.stdout).toContain('input:\n  {"query":"parcel"}\nerror:\n  Error running tool: no index\n');
  const full = await traces(["show", "trace_a", "--full"]);
  expect(full.stdout).toContain("├─ generation gpt-test");
  expect(full.stdout).toContain("│  output:\n│    On its way.\n");
  expect(await traces(["show", "nowhere"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is no trace and no span nowhere"),
  });
});

test("what steers a terminal never reaches it, neither as text nor as JSON lines of an export", async () => {
  const hostile: WrittenTrace = {
    traceId: "trace_x",
    name: HOSTILE,
    metadata: { note: HOSTILE },
    spans: [{ spanId: "x", spanData: { type: "function", name: HOSTILE, input: HOSTILE, output: HOSTILE } }],
  };
  await writeTraces(folder, [hostile]);
  for (const args of [["search"], ["search", "--spans"], ["show", "trace_x", "--full"], ["show", "x"], ["export"]]) {
    const { stdout, stderr, code } = await traces(args);
    expect(code).toBe(0);
    expect(stdout).toContain("red");
    for (const control of ["\u001b", "\u009b", "\u202e"]) expect(stdout + stderr).not.toContain(control);
  }
  await using store = createTraceStore({ file: join(folder.path, ".kigumi/traces.db") });
  expect((await store.getSpan("x"))?.output).toBe(HOSTILE);
});

test("judges gathers what was scored low by tag, and can be narrowed like a search", async () => {
  const verdict = (traceId: string, rubric: object): WrittenTrace => ({
    traceId,
    spans: [{ spanData: { type: "custom", name: "judge", data: { rubric } } }],
  });
  await writeTraces(folder, [
    support,
    verdict("trace_b", { score: 0.4, comments: ["wrong city"], tags: ["facts"] }),
    verdict("trace_c", { score: 0.1, comments: ["made up"], tags: ["facts"] }),
    verdict("trace_d", { score: 0.9, comments: ["good"] }),
  ]);
  const { code, stdout } = await traces(["judges"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^facts: 2 verdicts\n {2}.* 0\.1 {2}made up .* trace_c\n {2}.* 0\.4 {2}wrong city {2}trace_b\n/,
  );
  expect(stdout).toMatch(/too: 1 verdict\n {2}.* 0\.25 {2}too short {2}trace_a\n$/);
  const narrowed = await traces(["judges", "--below", "0.3", "--workflow", "support", "--json"]);
  expect(narrowed.json).toMatchObject([{ type: "judge", bucket: "too", traceId: "trace_a", rubric: { score: 0.25 } }]);
  expect(await traces(["judges", "--below", "0"])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "no verdict below 0\n",
  });
});

test("tail begins with the newest and follows what is written, until it is interrupted", async () => {
  await writeTraces(folder, [plain("trace_a", "first"), plain("trace_b", "second")]);
  const tail = folder.start(["traces", "tail", "--limit", "1"]);
  await tail.shown("second");
  await writeTraces(folder, [plain("trace_c", "third")]);
  await tail.shown("third");
  tail.child.kill("SIGINT");
  const { code, stdout, stderr } = await tail.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain("first");
});

test("tail of a trace tells all of it; --no-follow ends with what is there", async () => {
  await writeTraces(folder, [support, plain("trace_b", "other")]);
  const { code, json } = await traces(["tail", "trace_a", "--no-follow", "--json"]);
  expect(code).toBe(0);
  expect(json.map(({ spanId }) => spanId)).toEqual(["a1", "a2", "a3", "a4"]);
  expect(await traces(["tail", "nowhere"])).toMatchObject({ code: 1, stderr: expect.stringContaining("nowhere") });
});

test("an export reads back to the same records, also those of a response, whose content the SDK does not export", async () => {
  const response: WrittenTrace = {
    traceId: "trace_r",
    spans: [
      {
        spanData: {
          type: "response",
          response_id: "r1",
          _input: [{ role: "user", content: "hi" }],
          _response: {
            model: "gpt-test",
            output: [{ type: "function_call", call_id: "1", name: "echo", arguments: '{"a":1}' }],
            usage: { input_tokens: 3, output_tokens: 4 },
          },
        },
      },
    ],
  };
  await writeTraces(folder, [support, response, plain("trace_b", HOSTILE)]);
  const { code, stdout } = await traces(["export"]);
  expect(code).toBe(0);
  expect(stdout.split("\n")).toHaveLength(3 + 6 + 1);

  const copied = await traces(["import", "-", "--traces", "copy/traces.db", "--json"], stdout);
  expect(copied).toMatchObject({ code: 0, json: [{ type: "result", traces: 3, spans: 6, bad: 0 }] });
  expect(await recordsIn("copy/traces.db")).toEqual(await recordsIn(".kigumi/traces.db"));
  const again = await traces(["export", "--traces", "copy/traces.db"]);
  expect(again.stdout).toBe(stdout);
});

test("an export can be narrowed like a search", async () => {
  await writeTraces(folder, [support, plain("trace_b", "b")]);
  const { json } = await traces(["export", "--tool", "echo"]);
  expect(json.map(({ object, id }) => [object, id])).toEqual([
    ["trace", "trace_b"],
    ["trace.span", "trace_b-1"],
  ]);
});

test("import names the lines it cannot read by their numbers, and takes the rest", async () => {
  const good = { object: "trace", id: "t", workflow_name: "w", group_id: null, metadata: {} };
  const lines = [JSON.stringify(good), "{not json", "", '{"object":"span"}', '{"object":"trace.span","id":"s"}', "[]"];
  writeFileSync(join(folder.path, "in.jsonl"), lines.join("\n"));
  const { code, stdout, stderr } = await traces(["import", "in.jsonl"]);
  expect(code).toBe(1);
  expect(stdout).toContain("1 trace and 0 spans put into .kigumi/traces.db\n");
  expect(stderr).toContain("4 lines of in.jsonl could not be read:\nline 2: not valid JSON");
  expect(stderr).toMatch(
    /line 4: "object" is "span"[^\n]*\nline 5: "span_data" has no "type"\nline 6: it is no object/,
  );
  expect((await traces(["search", "--json"])).json[0]).toMatchObject({ traceId: "t" });
});

test("an import into a file that takes nothing fails and says why, and the file is left as it is", async () => {
  writeFileSync(join(folder.path, "in.jsonl"), '{"object":"trace","id":"t"}');
  writeFileSync(join(folder.path, "notes.txt"), "somebody's notes");
  const { code, stdout, stderr } = await folder.run(["traces", "import", "in.jsonl", "--traces", "notes.txt"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^error: the trace store [^\n]* is no SQLite database[^\n]*\n$/);
  expect(readFileSync(join(folder.path, "notes.txt"), "utf8")).toBe("somebody's notes");
});

test("an import of a file that is not there makes no store", async () => {
  const { code, stderr } = await traces(["import", "nowhere.jsonl"]);
  expect(code).toBe(2);
  expect(stderr).toContain("nowhere.jsonl cannot be read; give the path of an export");
  expect(existsSync(join(folder.path, ".kigumi"))).toBe(false);
});

test("prune forgets what is older, or more, than may stay, and says how much that was", async () => {
  const today = new Date().toISOString();
  const young: WrittenTrace = {
    traceId: "trace_y",
    spans: [{ spanData: { type: "custom" }, startedAt: today, endedAt: today }],
  };
  await writeTraces(folder, [support, young]);
  const byAge = await traces(["prune", "--max-age", "1d"]);
  expect(byAge.stdout).toMatch(/^1 trace with [\d.]+ KB of spans forgotten in \.kigumi\/traces\.db\n$/);
  expect((await traces(["search", "--json"])).json).toMatchObject([{ traceId: "trace_y" }, { type: "page" }]);
  expect((await traces(["prune", "--max-bytes", "2GB", "--json"])).json).toEqual([
    { type: "result", removed: 0, freedBytes: 0 },
  ]);
  expect((await traces(["prune", "--max-bytes", "0", "--json"])).json).toMatchObject([{ type: "result", removed: 1 }]);
});

test.each([
  [["prune"], "say what may stay: --max-age, --max-bytes, or both"],
  [["prune", "--max-age", "soon"], "Write how long, such as 90d"],
  [["prune", "--max-bytes", "much"], "Write a size such as 2GB"],
  [["search", "--limit", "0"], "It has to be a whole number above 0."],
  [["search", "--since", "yesterday"], "Write how long ago, such as 30d"],
  [["search", "--tokens", "many"], "Write a range such as 100..200"],
  [["search", "--cost", ".."], "Write a range such as 100..200"],
  [["search", "--metadata", "key"], "Write key=value."],
  [["search", "--min-score", "good"], "It has to be a number."],
  [["find"], "unknown command 'find'"],
])("%j is asked for wrongly: exit code 2", async (args, message) => {
  const { code, stderr } = await traces(args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("looking makes no file, and a file that is no trace store is left as it is", async () => {
  expect(await traces(["search"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there are no traces at"),
  });
  expect(await traces(["search", "--json"])).toMatchObject({ json: [{ type: "error", code: "traces_not_found" }] });
  const file = join(folder.path, "notes.txt");
  writeFileSync(file, "these are my notes, and no database\n".repeat(100));
  const { code, stderr } = await traces(["search", "--traces", "notes.txt"]);
  expect({ code, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 1, lines: 1 });
  expect(readFileSync(file, "utf8")).toBe("these are my notes, and no database\n".repeat(100));
});

async function recordsIn(file: string): Promise<unknown> {
  await using store = createTraceStore({ file: join(folder.path, file) });
  const found = await store.searchTraces();
  const spans = await Promise.all(found.map(({ traceId }) => store.getSpansByTrace(traceId)));
  const records = spans.flat().map(({ seq: _, raw: __, ...span }) => span);
  return { traces: found.map(({ seq: _, ...trace }) => trace), spans: records };
}
