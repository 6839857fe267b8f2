import { expect, test } from "vitest";
import { findFailedJudges, groupFailedByBucket } from "./failed-judges.ts";
import { SQLiteTracer } from "./sqlite-tracer.ts";
import { span, temporaryFile } from "./testing/spans.ts";
import type { TraceStore } from "./trace-store.ts";

const asGeneration = (rubric: object, spanId: string, traceId = "t") =>
  span({ type: "generation", output: [rubric] }, { spanId, traceId });
const asCustom = (rubric: object, spanId: string, traceId = "t") =>
  span({ type: "custom", name: "judge", data: { rubric } }, { spanId, traceId });

async function judged(): Promise<SQLiteTracer> {
  const tracer = new SQLiteTracer(temporaryFile());
  await tracer.onTraceStart({ traceId: "t", name: "w", groupId: null, metadata: { prompt_version: "v1" } });
  await tracer.onTraceStart({ traceId: "u", name: "w", groupId: null, metadata: { prompt_version: "v2" } });
  await tracer.onSpanEnd(asGeneration({ score: 0.2, comments: ["Rude reply"] }, "g"));
  await tracer.onSpanEnd(asCustom({ score: 0.4, comment: "slow", tags: ["latency"] }, "c", "u"));
  await tracer.onSpanEnd(asCustom({ score: 0.9, comment: "fine" }, "fine"));
  await tracer.onSpanEnd(asCustom({ score: 0.1, comment: "" }, "silent", "u"));
  return tracer;
}

test("judges are found by what they came out with, whatever the type of their span, newest first", async () => {
  await using tracer = await judged();
  const failed = await findFailedJudges(tracer, 0.5);
  expect(failed.map(({ spanId }) => spanId)).toEqual(["silent", "c", "g"]);
  expect((await findFailedJudges(tracer, 0.5, { limit: 1 })).map(({ spanId }) => spanId)).toEqual(["silent"]);
});

test("a model's response that was recorded as a verdict counts once, one that was not counts too", async () => {
  await using tracer = await judged();
  const response = (text: string, spanId: string, traceId: string) =>
    span(
      { type: "response", _response: { output: [{ role: "assistant", content: [{ type: "output_text", text }] }] } },
      { spanId, traceId },
    );
  await tracer.onSpanEnd(response('{"score":0.3,"comments":["Vague"]}', "said", "t"));
  await tracer.onSpanEnd(asGeneration({ rubric: { score: 0.3, comments: ["Vague"] } }, "recorded", "t"));
  await tracer.onSpanEnd(response('{"score":0.3,"comments":["Vague"]}', "alone", "u"));
  const failed = await findFailedJudges(tracer, 0.5);
  expect(failed.map(({ spanId }) => spanId)).toEqual(["alone", "recorded", "silent", "c", "g"]);
});

test("only in the traces that a query means", async () => {
  await using tracer = await judged();
  const failed = await findFailedJudges(tracer, 0.5, { traceQuery: { metadata: { prompt_version: "v1" } } });
  expect(failed.map(({ spanId }) => spanId)).toEqual(["g"]);
});

test("a store that cannot answer the query is an error that says what it lacks", async () => {
  await using tracer = await judged();
  const capabilities = { ...tracer.capabilities(), metadataQuery: false };
  const store: TraceStore = Object.assign(Object.create(tracer), { capabilities: () => capabilities });
  await expect(findFailedJudges(store, 0.5, { traceQuery: { metadata: { a: 1 } } })).rejects.toMatchObject({
    code: "trace_query_unsupported",
    data: { missing: ["metadata"] },
  });
});

test("a verdict is sorted by its first tag, else the first word of its comment, else as other", async () => {
  await using tracer = await judged();
  const buckets = groupFailedByBucket(await findFailedJudges(tracer, 0.5));
  expect(Object.keys(buckets).sort()).toEqual(["Rude", "latency", "other"]);
  expect(buckets.latency?.map(({ spanId }) => spanId)).toEqual(["c"]);
});
