/** The functions that are generated for a completion: asked for at once, streamed, and read back from a wire. */
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/codegen/index.ts";
import type { CompletionChunk } from "../../src/codegen/runtime/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { GeneratedFolder } from "./generated-folder.ts";
import { quickStartModel } from "./quick-start-model.ts";

interface Summary {
  readonly text: string;
  readonly tone: string;
}
interface Completions {
  completeSummary(model: object, request: object): Promise<Summary>;
  streamCompleteSummary(model: object, request: object): AsyncIterable<CompletionChunk<Summary>>;
  decodeSummaryChunk(chunk: unknown): CompletionChunk<Summary>;
}

let folder: GeneratedFolder;
let completions: Completions;
beforeAll(async () => {
  folder = new GeneratedFolder(generate(quickStartModel));
  completions = await folder.import("orchestrator/completions/completions.ts");
});
afterAll(() => folder[Symbol.dispose]());

const request = { prompt: "sum up" };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish: LanguageModelV4StreamPart = { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage };
const said = (...deltas: string[]): LanguageModelV4StreamPart[] => [
  { type: "text-start", id: "0" },
  ...deltas.map((delta) => ({ type: "text-delta" as const, id: "0", delta })),
  { type: "text-end", id: "0" },
];

async function chunksOf(model: object): Promise<object[]> {
  const chunks: object[] = [];
  for await (const chunk of completions.streamCompleteSummary(model, request)) chunks.push(chunk);
  return chunks;
}

test("a completion is streamed as it is said and comes decoded at the end", async () => {
  const thinking: LanguageModelV4StreamPart[] = [
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "hm" },
    { type: "reasoning-end", id: "0" },
  ];
  const model = scriptedModel([{ stream: [...thinking, ...said('{"te', 'xt":"short"}'), finish] }]);
  expect(await chunksOf(model)).toEqual([
    { type: "completion_delta", delta: '{"te' },
    { type: "completion_delta", delta: 'xt":"short"}' },
    { type: "completion", value: { text: "short", tone: "calm" } },
  ]);
  expect(model.requests[0]).toMatchObject({
    prompt: [{ role: "user", content: [{ type: "text", text: "sum up" }] }],
    responseFormat: { type: "json", name: "summary", schema: { required: ["text"] } },
  });
});

test("whoever else answers streams nothing but the answer", async () => {
  const completer = async () => ({ text: "short" });
  expect(await chunksOf(completer)).toEqual([{ type: "completion", value: { text: "short", tone: "calm" } }]);
});

test.each([
  ["is no JSON", said("Sure!"), finish, "invalid_completion"],
  ["is of another shape", said("{}"), finish, "invalid_value"],
  ["breaks off", said('{"text":"short"}'), undefined, "model_stream_broken"],
  ["fails on the way", said('{"te'), { type: "error" as const, error: { statusCode: 503 } }, "model_unavailable"],
])("an answer that %s is an error after what was said of it", async (_, parts, last, code) => {
  const model = scriptedModel([{ stream: [...parts, ...(last === undefined ? [] : [last])] }]);
  const got: object[] = [];
  const reading = (async () => {
    for await (const chunk of completions.streamCompleteSummary(model, request)) got.push(chunk);
  })();
  await expect(reading).rejects.toMatchObject({ code });
  expect(got).toEqual([expect.objectContaining({ type: "completion_delta" })]);
});

/** Says one thing, then nothing more, whatever signal it is given; tells when nobody listens any longer. */
function endlessModel(): { model: LanguageModelV4; left: Promise<unknown> } {
  const { promise: left, resolve } = Promise.withResolvers<unknown>();
  const model = scriptedModel([]);
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start: (controller) => said('{"te').forEach((part) => void controller.enqueue(part)),
    cancel: resolve,
  });
  return { model: { ...model, doStream: async () => ({ stream }) }, left };
}

test("leaving a stream early lets go of the model", async () => {
  const { model, left } = endlessModel();
  for await (const chunk of completions.streamCompleteSummary(model, request)) {
    expect(chunk).toEqual({ type: "completion_delta", delta: '{"te' });
    break;
  }
  await left;
});

test("aborting ends a stream with the reason, also of a model that does not listen", async () => {
  const { model, left } = endlessModel();
  const controller = new AbortController();
  const reason = new Error("enough");
  const reading = (async () => {
    for await (const _ of completions.streamCompleteSummary(model, { ...request, signal: controller.signal })) {
      controller.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  await left;
});

test("aborting ends a stream that a model does not even open, and gives it back when it comes", async () => {
  const { model, left } = endlessModel();
  const opened = Promise.withResolvers<void>();
  const late: LanguageModelV4 = { ...model, doStream: (options) => opened.promise.then(() => model.doStream(options)) };
  const reason = new Error("enough");
  const stream = completions.streamCompleteSummary(late, { ...request, signal: AbortSignal.abort(reason) });
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  opened.resolve();
  await left;
});

test("aborting ends a completion with the reason, also of a model that does not listen", async () => {
  const deaf = { ...scriptedModel([]), doGenerate: () => new Promise(() => {}) };
  const controller = new AbortController();
  const asked = completions.completeSummary(deaf, { ...request, signal: controller.signal });
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(asked).rejects.toBe(reason);
});

test("a chunk that crossed a wire is read back, and refused when it is none", () => {
  const overTheWire = (chunk: object) => completions.decodeSummaryChunk(JSON.parse(JSON.stringify(chunk)));
  const delta = { type: "completion_delta", delta: "{" };
  expect(overTheWire(delta)).toEqual(delta);
  expect(overTheWire({ type: "completion", value: { text: "a" } })).toEqual({
    type: "completion",
    value: { text: "a", tone: "calm" },
  });
  expect(() => overTheWire({ type: "completion", value: {} })).toThrow("text: required, but missing");
  for (const wrong of [null, {}, { type: "completion_delta" }, { type: "usage" }]) {
    expect(() => completions.decodeSummaryChunk(wrong)).toThrow(
      expect.objectContaining({ code: "invalid_completion_chunk" }),
    );
  }
});
