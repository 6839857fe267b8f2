import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import type { KigumiError } from "../errors/kigumi-error.ts";
import { SQLiteTracer } from "./sqlite-tracer.ts";
import { span, temporaryFile, toolSpan } from "./testing/spans.ts";

const trace = { traceId: "trace-1", name: "desk", groupId: "s1", metadata: { agent_name: "desk" } };

/** What stands in the place of the file goes, and nothing waits any more: a tracer tries again even after its test. */
async function storedWithout(obstacle: string, tracer: SQLiteTracer): Promise<void> {
  rmSync(obstacle, { recursive: true });
  await tracer.shutdown();
  expect(tracer.stats).toMatchObject({ waiting: 0, dropped: 0 });
}

test("what was traced is found at once, with its trace", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  await tracer.onTraceStart(trace);
  await tracer.onSpanEnd(toolSpan("restarted", { spanId: "a" }));
  expect(await tracer.getSpan("a")).toMatchObject({
    spanType: "function",
    name: "restart",
    output: "restarted",
    ingestSeq: 1,
  });
  expect(await tracer.getTrace("trace-1")).toMatchObject({
    workflowName: "desk",
    groupId: "s1",
    startedAt: new Date("2026-01-01T00:00:00Z"),
    endedAt: new Date("2026-01-01T00:00:01Z"),
    metadata: { agent_name: "desk" },
  });
  expect(tracer.stats).toEqual({ waiting: 0, written: 2, dropped: 0, open: 0, isOffThread: true });
});

test("what was said of a trace first stays; a trace known only from its spans has said nothing yet", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  await tracer.onSpanEnd(span({ type: "generation", usage: { input_tokens: 1 } }));
  expect(await tracer.getTrace("trace-1")).toMatchObject({ workflowName: "trace-1" });
  await tracer.onTraceStart(trace);
  await tracer.onTraceEnd({ ...trace, name: "other", metadata: { agent_name: "other" } });
  expect(await tracer.getTrace("trace-1")).toMatchObject({
    workflowName: "desk",
    metadata: { agent_name: "desk", usage_total: { input_tokens: 1 } },
  });
});

test("a span that ends twice counts once, and moves to the end of its trace", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const used = (input_tokens: number) =>
    span({ type: "generation", usage: { input_tokens, cost: 0.5 } }, { spanId: "g" });
  await tracer.onSpanEnd(used(3));
  await tracer.onSpanEnd(toolSpan("x", { spanId: "t" }));
  const [, last] = await tracer.getSpansByTrace("trace-1");
  await tracer.onSpanEnd(used(5));
  await tracer.onSpanEnd(used(5));
  expect((await tracer.getTrace("trace-1"))?.metadata.usage_total).toEqual({
    input_tokens: 5,
    total_tokens: 5,
    cost: 0.5,
  });
  expect((await tracer.getSpansByTrace("trace-1")).map(({ spanId }) => spanId)).toEqual(["t", "g"]);
  expect((await tracer.getSpansSince("trace-1", last?.ingestSeq)).map(({ spanId }) => spanId)).toEqual(["g"]);
  expect(await tracer.searchSpans()).toHaveLength(2);
});

test("a span is recorded as it was when it ended", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const output = { said: "before" };
  await tracer.onSpanEnd(toolSpan(output, { spanId: "a" }));
  output.said = "after";
  expect((await tracer.getSpan("a"))?.structured).toEqual({ said: "before" });
});

test("spans still open when the tracer is flushed are stored as unfinished, and whole when they end", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const open = span({ type: "agent", name: "desk" }, { spanId: "a", endedAt: null });
  await tracer.onSpanStart(open);
  await tracer.forceFlush();
  expect(await tracer.getSpan("a")).not.toHaveProperty("endedAt");
  await tracer.onSpanEnd({ ...open, endedAt: "2026-01-01T00:00:02.000Z" });
  expect(await tracer.getSpan("a")).toHaveProperty("endedAt");
  expect(tracer.stats.open).toBe(0);
});

test("a tracer that was shut down is ready to be used again", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  await tracer.onSpanEnd(toolSpan("one"));
  await tracer.shutdown();
  await tracer.onSpanEnd(toolSpan("two"));
  await tracer.shutdown();
  expect(await tracer.searchSpans()).toHaveLength(2);
});

test("a span that cannot be read costs neither the caller nor the others anything", async () => {
  const errors: KigumiError[] = [];
  await using tracer = new SQLiteTracer(temporaryFile(), { onError: (error) => errors.push(error) });
  const broken = span({ type: "custom" }, { spanId: "broken" });
  Object.defineProperty(broken, "parentId", {
    get() {
      throw new Error("no");
    },
  });
  await tracer.onSpanEnd(broken);
  await tracer.onSpanEnd(toolSpan("fine", { spanId: "fine" }));
  expect(await tracer.getSpan("fine")).toBeDefined();
  expect(errors.map(({ code }) => code)).toEqual(["trace_refused"]);
});

test("a span that the file will not take is refused alone, and told", async () => {
  const errors: KigumiError[] = [];
  await using tracer = new SQLiteTracer(temporaryFile(), { onError: (error) => errors.push(error) });
  await tracer.onSpanEnd(toolSpan("before"));
  await tracer.onSpanEnd({ ...toolSpan("nowhere"), traceId: null as unknown as string });
  await tracer.onSpanEnd({ ...toolSpan("nobody"), spanId: undefined as unknown as string });
  await tracer.onSpanEnd(toolSpan("after"));
  expect(await tracer.searchSpans()).toHaveLength(2);
  expect(tracer.stats).toMatchObject({ written: 2, dropped: 2 });
  expect(errors.map(({ code }) => code)).toEqual(["trace_refused"]);
});

test("a listener that throws does not reach the caller either", async () => {
  const file = temporaryFile();
  writeFileSync(file, "not a database at all, and longer than a header of one would be ".repeat(20));
  const tracer = new SQLiteTracer(file, {
    onError() {
      throw new Error("listener");
    },
  });
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  expect(tracer.stats.waiting).toBe(1);
  await storedWithout(file, tracer);
});

test("a file that is no database is left as it is: spans wait, questions fail, and both say why", async () => {
  const file = temporaryFile();
  const content = "not a database at all, and longer than a header of one would be ".repeat(20);
  writeFileSync(file, content);
  const errors: KigumiError[] = [];
  const tracer = new SQLiteTracer(file, { onError: (error) => errors.push(error) });
  await tracer.onSpanEnd(toolSpan("x"));
  await expect(tracer.searchSpans()).rejects.toMatchObject({ code: "store_not_ours" });
  await tracer.shutdown();
  expect(errors.map(({ code }) => code)).toEqual(["store_not_ours", "trace_not_stored"]);
  expect(readFileSync(file, "utf8")).toBe(content);
  await storedWithout(file, tracer);
});

test("a locked file is written once the lock is gone", async () => {
  const file = temporaryFile();
  await using tracer = new SQLiteTracer(file, { onError: () => {} });
  await tracer.onSpanEnd(toolSpan("one"));
  await tracer.forceFlush();
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE; UPDATE traces SET group_id = 'x';");
  await tracer.onSpanEnd(toolSpan("two"));
  const flushed = tracer.forceFlush();
  other.exec("COMMIT");
  other.close();
  await flushed;
  expect(await tracer.searchSpans()).toHaveLength(2);
});

test("a database that another process holds for itself is reported as locked, and left alone", async () => {
  const file = temporaryFile();
  const other = new DatabaseSync(file);
  other.exec("BEGIN EXCLUSIVE; CREATE TABLE x (y);");
  await using tracer = new SQLiteTracer(file, { lockTimeoutMs: 50 });
  await expect(tracer.searchSpans()).rejects.toMatchObject({ code: "store_locked", isRetryable: true });
  other.exec("ROLLBACK");
  other.close();
  expect(await tracer.searchSpans()).toEqual([]);
});

test("on a full disk spans are kept, reported once, and stored when there is room again", async () => {
  const file = temporaryFile();
  const errors: KigumiError[] = [];
  await using tracer = new SQLiteTracer(file, { maxFileBytes: 1 << 20, onError: (error) => errors.push(error) });
  const kept = Array.from({ length: 40 }, (_, i) => toolSpan(`${i} ${"long ".repeat(10_000)}`));
  for (const each of kept) {
    await tracer.onSpanEnd(each);
    await tracer.forceFlush();
  }
  const { waiting, written } = tracer.stats;
  expect(waiting).toBeGreaterThan(0);
  expect(waiting + written).toBe(40);
  expect(errors.map(({ code }) => code)).toEqual(["store_full"]);

  while (tracer.stats.waiting > 0) {
    const before = tracer.stats.written;
    const other = new DatabaseSync(file);
    other.exec("DELETE FROM spans; DELETE FROM span_facts; DELETE FROM span_search WHERE rowid < 0;");
    other.close();
    await tracer.forceFlush();
    expect(tracer.stats.written).toBeGreaterThan(before);
  }
  expect(tracer.stats).toMatchObject({ written: 40, dropped: 0 });
});

test("what no longer fits into the queue is counted and reported", async () => {
  const file = temporaryFile();
  const other = new DatabaseSync(file);
  other.exec("BEGIN EXCLUSIVE; CREATE TABLE x (y);");
  const errors: KigumiError[] = [];
  const tracer = new SQLiteTracer(file, { maxQueueLength: 10_000, onError: (error) => errors.push(error) });
  for (let i = 0; i < 100; i++) await tracer.onSpanEnd(toolSpan("x".repeat(400)));
  const { waiting, dropped } = tracer.stats;
  expect(dropped).toBeGreaterThan(0);
  expect(waiting + dropped).toBe(100);
  expect(errors.map(({ code }) => code)).toEqual(["trace_queue_full"]);
  other.exec("ROLLBACK");
  other.close();
  expect(await tracer.searchSpans()).toHaveLength(waiting);
  await tracer.shutdown();
});

test("an output of 50 MB is stored whole, and found by its last words", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const output = `${"lorem ipsum dolor sit amet ".repeat(2_000_000)}the very end`;
  await tracer.onSpanEnd(toolSpan(output, { spanId: "big" }));
  const [found] = await tracer.searchSpans({ keywords: ["VERY end"] });
  expect(found?.output?.length).toBe(output.length);
});

test("text that is no valid UTF-16 is stored well-formed, and as it was in the raw export", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  await tracer.onSpanEnd(toolSpan("a\uD800b\0c", { spanId: "odd" }));
  const found = await tracer.getSpan("odd");
  expect(found?.output).toBe("a\uFFFDb\0c");
  expect(found?.raw).toMatchObject({ span_data: { output: "a\uD800b\0c" } });
  expect(await tracer.searchSpans({ keywords: ["b\0c"] })).toHaveLength(1);
});

test("values that JSON cannot hold do not cost the span", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const data: Record<string, unknown> = { big: 1n };
  data.self = data;
  await tracer.onSpanEnd(span({ type: "custom", name: "odd", data }, { spanId: "odd" }));
  expect((await tracer.getSpan("odd"))?.structured).toEqual({ big: "1", self: "[circular: $.span.span_data.data]" });
});

test("the file and its folder are readable by their owner only", async () => {
  const file = temporaryFile("made/traces.db");
  await using tracer = new SQLiteTracer(file);
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

const tracerModule = fileURLToPath(new URL("./sqlite-tracer.ts", import.meta.url));

test.each([
  ["comes to its end", ""],
  ["calls process.exit", "process.exit(0);"],
  ["throws", 'throw new Error("crash");'],
])("nothing is lost when a process %s without waiting", async (_, ending) => {
  const file = temporaryFile();
  const script = `
    import { SQLiteTracer } from ${JSON.stringify(tracerModule)};
    const tracer = new SQLiteTracer(${JSON.stringify(file)});
    const span = (spanId, endedAt) => ({ spanId, traceId: "t", parentId: null, startedAt: "2026-01-01T00:00:00Z", endedAt, error: null, spanData: { type: "agent", name: "a" } });
    tracer.onSpanStart(span("open", null));
    for (let i = 0; i < 2000; i++) tracer.onSpanEnd(span("s" + i, "2026-01-01T00:00:01Z"));
    ${ending}`;
  spawnSync(process.execPath, ["--input-type=module", "-e", script], { stdio: "pipe" });
  await using tracer = new SQLiteTracer(file);
  expect(await tracer.searchSpans({ limit: 5000 })).toHaveLength(2001);
  expect(await tracer.getSpan("open")).not.toHaveProperty("endedAt");
});

test("two tracers, also of two processes, share a file", async () => {
  const file = temporaryFile();
  await using one = new SQLiteTracer(file);
  await using two = new SQLiteTracer(file);
  const write = async (tracer: SQLiteTracer) => {
    for (let i = 0; i < 200; i++) await tracer.onSpanEnd(toolSpan("x"));
    await tracer.forceFlush();
  };
  await Promise.all([write(one), write(two)]);
  expect(await one.searchSpans({ limit: 1000 })).toHaveLength(400);
  const seqs = (await two.getSpansByTrace("trace-1")).map(({ ingestSeq }) => ingestSeq);
  expect(seqs).toEqual(Array.from({ length: 400 }, (_, i) => i + 1));
});

test.each([":memory:", "", "file:x", 7])("%j is no place for traces", (path) => {
  expect(() => new SQLiteTracer(path as string)).toThrow(/traces need a file/);
});

test("a folder that cannot be made is an error that says so", async () => {
  const file = temporaryFile("traces.db");
  mkdirSync(file);
  const onError = vi.fn();
  const tracer = new SQLiteTracer(file, { onError });
  await tracer.onSpanEnd(toolSpan("x"));
  await tracer.forceFlush();
  expect(onError.mock.calls.map(([error]) => error.code)).toEqual(["store_unwritable"]);
  await storedWithout(file, tracer);
});
