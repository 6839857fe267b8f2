import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { temporaryFile, toolSpan } from "../testing/spans.ts";
import { createTraceStore } from "./sqlite-trace-store.ts";

const now = () => new Date("2026-02-01T00:00:00Z");

/** A trace of one span on that day of January, whose output is `size` bytes of its own word. */
async function trace(tracer: SQLiteTracer, day: number, size = 100): Promise<void> {
  const traceId = `trace-${day}`;
  const at = `2026-01-${String(day).padStart(2, "0")}T12:00:00.000Z`;
  await tracer.onTraceStart({ traceId, name: "desk", groupId: null, metadata: { day, odd: { nested: [1] } } });
  const output = `word${day} `.repeat(size).slice(0, size);
  await tracer.onSpanEnd(toolSpan(output, { spanId: `span-of-${day}`, traceId, startedAt: at, endedAt: at }));
}

async function fileWith(...days: readonly number[]): Promise<string> {
  const file = temporaryFile();
  await using tracer = new SQLiteTracer(file);
  for (const day of days) await trace(tracer, day);
  return file;
}

test("traces whose last span is too old are forgotten with all that was kept of them", async () => {
  const file = await fileWith(1, 20, 2);
  await using store = createTraceStore({ file, now });
  expect(await store.prune({ maxAge: "20d" })).toEqual({ removed: 2, freedBytes: expect.any(Number) });
  expect((await store.searchTraces()).map(({ traceId }) => traceId)).toEqual(["trace-20"]);
  expect(await store.searchSpans({ keywords: ["word1"] })).toEqual([]);
  expect(await store.searchSpans({ keywords: ["word20"] })).toHaveLength(1);
  expect(await store.searchTraces({ metadata: { day: 1 } })).toEqual([]);
  expect(await store.getSpan("span-of-2")).toBeUndefined();
  using database = new DatabaseSync(file);
  const left = (table: string) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
  expect([left("spans"), left("span_facts"), left("trace_metadata")]).toEqual([1, 1, 1]);
});

test("a trace is as old as its newest span, and one that does not say when it was stays", async () => {
  const file = await fileWith(1);
  await using tracer = new SQLiteTracer(file);
  await tracer.onSpanEnd(toolSpan("late", { traceId: "trace-1", startedAt: "2026-01-30T00:00:00Z", endedAt: null }));
  await tracer.onSpanEnd(toolSpan("timeless", { traceId: "timeless", startedAt: null, endedAt: null }));
  await tracer.forceFlush();
  await using store = createTraceStore({ file, now });
  expect(await store.prune({ maxAge: "20d" })).toEqual({ removed: 0, freedBytes: 0 });
});

test("the oldest go until the rest fits, and the disk has its space back", async () => {
  const file = temporaryFile();
  await using tracer = new SQLiteTracer(file);
  for (let day = 1; day <= 20; day++) await trace(tracer, day, 100_000);
  await tracer.forceFlush();
  const before = statSync(file).size;
  // A span of this size takes it twice: as its output, and in its raw export.
  const { removed, freedBytes } = await tracer.prune({ maxBytes: 1_100_000 });
  expect({ removed, left: (await tracer.searchTraces()).length }).toEqual({ removed: 15, left: 5 });
  expect(freedBytes).toBeGreaterThan(15 * 2 * 100_000);
  expect(statSync(file).size).toBeLessThan(before / 2);
  expect(await tracer.searchSpans({ keywords: ["word20"] })).toHaveLength(1);
});

test("what is traced after a prune goes on where the file was, also in a trace that was forgotten", async () => {
  const file = temporaryFile();
  await using tracer = new SQLiteTracer(file);
  await trace(tracer, 1);
  const [before] = await tracer.searchSpans();
  expect(await tracer.prune({ maxBytes: 0 })).toMatchObject({ removed: 1 });
  expect(await tracer.searchTraces()).toEqual([]);
  await trace(tracer, 1);
  const [again] = await tracer.searchSpans({ keywords: ["word1"] });
  expect(again?.seq).toBeGreaterThan(before?.seq ?? Number.POSITIVE_INFINITY);
  expect(await tracer.getTrace("trace-1")).toMatchObject({ metadata: { day: 1 } });
  expect(await tracer.prune({})).toEqual({ removed: 0, freedBytes: 0 });
});

test.each([
  [{ maxAge: "a week" }, "invalid_duration"],
  [{ maxBytes: -1 }, "invalid_trace_query"],
  [{ maxBytes: 1.5 }, "invalid_trace_query"],
])("%j is no limit, and nothing is forgotten", async (limits, code) => {
  const file = await fileWith(1);
  await using store = createTraceStore({ file });
  await expect(store.prune(limits)).rejects.toMatchObject({ code });
  expect(await store.searchTraces()).toHaveLength(1);
});
