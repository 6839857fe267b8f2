/** A file that was written once stays readable: change the format, and it gets a new version and a fixture of its own. */
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { temporaryFile, toolSpan } from "../testing/spans.ts";
import type { SpanQuery, TraceQuery } from "../trace-store.ts";
import { createTraceStore } from "./sqlite-trace-store.ts";

function storedFile(): string {
  const file = temporaryFile();
  writeFileSync(file, gunzipSync(readFileSync(new URL("../testing/traces-v1.db.gz", import.meta.url))));
  return file;
}

test.each<[SpanQuery, string[]]>([
  [{}, ["verdict", "call", "generation"]],
  [{ keywords: ["restart web-1"] }, ["generation"]],
  [{ keywords: ["we"] }, ["call", "generation"]],
  [{ keywords: ["% of _"] }, ["call"]],
  [{ keywords: ["web"], before: 2 }, ["generation"]],
  [{ tool: "ops.restart", hasError: true }, ["call"]],
  [{ score: { below: 0.5 } }, ["verdict"]],
  [{ cost: { min: 0.5 }, tokens: { min: 120 } }, ["generation"]],
  [{ startedFrom: "2026-01-01T12:00:01Z", outputKind: "text" }, ["call"]],
])("in a file of format 1, %j finds the spans %j", async (query, found) => {
  await using store = createTraceStore({ file: storedFile() });
  expect((await store.searchSpans(query)).map(({ spanId }) => spanId)).toEqual(found);
});

test.each<TraceQuery>([
  { metadata: { prompt_version: "2", "odd.key": true } },
  { groupId: "chat-7", keywords: ["please", "nothing"], tokens: { max: 120 } },
])("in a file of format 1, %j finds the trace", async (query) => {
  await using store = createTraceStore({ file: storedFile() });
  expect(await store.searchTraces(query)).toMatchObject([{ traceId: "trace-1", workflowName: "desk" }]);
});

test("a file of format 1 is written on, and pruned", async () => {
  await using tracer = new SQLiteTracer(storedFile());
  await tracer.onSpanEnd(toolSpan("please wait", { traceId: "trace-1" }));
  expect(await tracer.searchSpans({ keywords: ["please"] })).toHaveLength(2);
  expect(await tracer.prune({ maxBytes: 0 })).toMatchObject({ removed: 1 });
});
