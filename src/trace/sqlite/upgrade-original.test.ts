import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { temporaryFile, toolSpan } from "../testing/spans.ts";

const raw = (id: string, span_data: object) => JSON.stringify({ object: "trace.span", id, span_data, error: null });

/** As the original's first version made it. */
const oldestSchema = `
  CREATE TABLE traces (id TEXT PRIMARY KEY, workflow_name TEXT, group_id TEXT);
  CREATE TABLE spans (
    id TEXT PRIMARY KEY, trace_id TEXT, parent_id TEXT, started_at TEXT, ended_at TEXT, span_type TEXT,
    input TEXT, output TEXT, error_json TEXT, raw_json TEXT
  );
  CREATE INDEX span_in_trace ON spans (trace_id);
`;
const newestSchema = `${oldestSchema}
  ALTER TABLE traces ADD COLUMN metadata_json TEXT;
  ALTER TABLE spans ADD COLUMN name TEXT;
  ALTER TABLE spans ADD COLUMN ingest_seq INTEGER;
  ALTER TABLE spans ADD COLUMN rubric_json TEXT;
  ALTER TABLE spans ADD COLUMN usage_json TEXT;
  ALTER TABLE spans ADD COLUMN output_kind TEXT;
  ALTER TABLE spans ADD COLUMN tool_calls_json TEXT;
  ALTER TABLE spans ADD COLUMN structured_json TEXT;
`;

function originalFile(schema: string): { file: string; database: DatabaseSync } {
  const file = temporaryFile();
  const database = new DatabaseSync(file);
  database.exec(schema);
  return { file, database };
}

test("a file of the original is upgraded: rows, order, totals and times are kept, secrets masked", async () => {
  const { file, database } = originalFile(newestSchema);
  database.exec(`
    INSERT INTO traces VALUES ('z', 'flow', NULL, '{"agent_name":"desk","usage_total":{"total_tokens":7}}'), ('a', 'flow', 'g', NULL);
  `);
  const insert = database.prepare(`
    INSERT INTO spans (id, trace_id, started_at, ended_at, span_type, input, output, error_json, raw_json, name, ingest_seq, rubric_json, output_kind)
    VALUES (?, 'z', '2026-01-01T00:00:00.123456+00:00', '2026-01-01T00:00:01+00:00', 'custom', 'in', 'out', 'null', ?, 'judge', ?, ?, ?)`);
  insert.run(
    "s2",
    raw("s2", { type: "custom", data: { key: "sk-abcdefghij1234" } }),
    1,
    '{"score":0.25,"comment":"too long"}',
    "judge",
  );
  insert.run("s1", raw("s1", { type: "custom" }), 2, null, null);
  database.close();

  await using tracer = new SQLiteTracer(file);
  expect((await tracer.searchTraces()).map(({ traceId }) => traceId)).toEqual(["a", "z"]);
  expect((await tracer.getTrace("z"))?.metadata).toEqual({ agent_name: "desk", usage_total: { total_tokens: 7 } });
  const [first, second] = await tracer.getSpansByTrace("z");
  expect(first).toMatchObject({
    spanId: "s2",
    ingestSeq: 1,
    input: "in",
    output: "out",
    startedAt: new Date("2026-01-01T00:00:00.123Z"),
    rubric: { score: 0.25, comments: ["too long"], comment: "too long" },
  });
  expect(first).not.toHaveProperty("error");
  expect(JSON.stringify(first)).not.toContain("abcdefghij");
  expect(second?.spanId).toBe("s1");
  expect(await tracer.searchSpans({ outputKind: "judge", score: { below: 0.5 }, hasError: false })).toHaveLength(1);
  expect(await tracer.searchSpans({ keywords: ["OUT"] })).toHaveLength(2);
  expect(await tracer.searchTraces({ metadata: { agent_name: "desk" }, tokens: { min: 7 } })).toHaveLength(1);
});

test("columns that an older version lacked are filled from the raw export", async () => {
  const { file, database } = originalFile(oldestSchema);
  database.exec("INSERT INTO traces VALUES ('t', 'flow', NULL)");
  const insert = database.prepare(
    "INSERT INTO spans VALUES (?, 't', NULL, NULL, NULL, 'generation', 'in', 'out', NULL, ?)",
  );
  const output = [{ tool_calls: [{ function: { name: "f", arguments: "{}" } }] }];
  insert.run(
    "a",
    raw("a", { type: "generation", model: "m", output, usage: { prompt_tokens: 1, completion_tokens: 2 } }),
  );
  insert.run("b", "no JSON");
  database.close();

  await using tracer = new SQLiteTracer(file);
  const [a, b] = await tracer.getSpansByTrace("t");
  expect(a).toMatchObject({
    ingestSeq: 1,
    name: "m",
    outputKind: "tool_calls",
    toolCalls: [{ name: "f" }],
    usage: { total_tokens: 3 },
  });
  expect(b).toMatchObject({ ingestSeq: 2, output: "out", raw: "no JSON" });
});

test("an upgraded file goes on being written by both, and what the original adds is found", async () => {
  const { file, database } = originalFile(newestSchema);
  database.close();
  await using tracer = new SQLiteTracer(file);
  await tracer.onSpanEnd(toolSpan("ours", { spanId: "ours", traceId: "t" }));
  await tracer.forceFlush();

  const original = new DatabaseSync(file);
  original.exec(
    `INSERT OR IGNORE INTO traces (id, workflow_name, metadata_json) VALUES ('p', 'python', '{"who":"py"}')`,
  );
  original.exec(`
    INSERT OR REPLACE INTO spans (id, trace_id, span_type, name, ingest_seq, input, output, rubric_json, error_json, raw_json)
    VALUES ('theirs', 'p', 'custom', 'judge', 1, 'question', 'verdict', '{"score":0.1}', 'null', '{}')`);
  original.close();
  expect(await tracer.searchSpans({ keywords: ["verdict"], score: { below: 0.5 } })).toHaveLength(1);
  expect(await tracer.searchTraces({ metadata: { who: "py" } })).toHaveLength(1);
  await tracer.onSpanEnd(toolSpan("more", { spanId: "more", traceId: "t" }));
  expect((await tracer.searchSpans()).map(({ spanId }) => spanId)).toEqual(["more", "theirs", "ours"]);
});

test.each([
  ["of another program", "CREATE TABLE customers (id INTEGER PRIMARY KEY)", "store_not_ours"],
  ["with other tables called traces and spans", "CREATE TABLE traces (x); CREATE TABLE spans (y)", "store_not_ours"],
  [
    "of a later kigumi",
    "CREATE TABLE spans (x); PRAGMA application_id = 0x4b475452; PRAGMA user_version = 99",
    "store_newer",
  ],
])("a database %s is refused, and not a byte of it changes", async (_, schema, code) => {
  const file = temporaryFile();
  const database = new DatabaseSync(file);
  database.exec(schema);
  database.close();
  const before = readFileSync(file);
  const tracer = new SQLiteTracer(file, { onError: () => {} });
  await tracer.onSpanEnd(toolSpan("x"));
  await expect(tracer.searchSpans()).rejects.toMatchObject({ code });
  await tracer.shutdown();
  expect(readFileSync(file).equals(before)).toBe(true);
});
