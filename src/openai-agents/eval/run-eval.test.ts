import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAIProvider, setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOpenAIEndpoint } from "../../testing/openai-endpoint/create-openai-endpoint.ts";
import type { OpenAIResponder } from "../../testing/openai-endpoint/script.ts";
import { findFailedJudges } from "../../trace/failed-judges.ts";
import { SQLiteTracer } from "../../trace/sqlite-tracer.ts";
import { Agent } from "../agent.ts";
import { Prompt } from "../prompt.ts";
import { RUBRIC } from "../rubric.ts";
import type { EvalCase } from "./dataset.ts";
import { defineEval, type EvalFunction } from "./define-eval.ts";
import { readPastScores } from "./past-scores.ts";
import { runEval } from "./run-eval.ts";

let folder: string;
let tracer: SQLiteTracer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kigumi-eval-"));
  tracer = new SQLiteTracer(join(folder, "traces.db"));
  setTracingDisabled(false);
  setTraceProcessors([tracer]);
});
afterEach(async () => {
  setTraceProcessors([]);
  setTracingDisabled(true);
  await tracer.shutdown();
  rmSync(folder, { recursive: true, force: true });
});

const cases: EvalCase[] = [
  { id: "c1", input: "one", expected: "1", context: { who: "Ann" } },
  { id: "c2", input: "two" },
];

/** The writer repeats its instructions; the judge likes what the second version says. */
const model: OpenAIResponder = ({ instructions, body }) => {
  if (!instructions.startsWith("Judge")) return `${instructions} said`;
  const score = JSON.stringify(body.input).includes("politely") ? 0.9 : 0.4;
  return { output: { score, comments: [`it is ${score}`] } };
};

async function versions(respond: OpenAIResponder) {
  const endpoint = await createOpenAIEndpoint({ script: respond });
  const provider = new OpenAIProvider({ apiKey: "scripted", baseURL: endpoint.url, useResponses: true });
  const gpt = await provider.getModel("gpt-test");
  const definition = defineEval({
    name: "answers",
    dataset: "cases.jsonl",
    variants: {
      v1: new Prompt({ name: "answer", version: "1", text: "Answer {{ $ctx.who }}." }),
      v2: new Prompt({ name: "answer", version: "2", text: "Answer {{ $ctx.who }} politely." }),
    },
    generator: (prompt) => new Agent({ name: "writer", instructions: prompt, model: gpt }),
    judge: new Agent({ name: "judge", instructions: "Judge.", model: gpt, outputType: RUBRIC }),
  });
  return { endpoint, definition, [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose]() };
}

test("every case is answered by every version and scored by the judge, and the scores are in the trace store", async () => {
  await using scripted = await versions(model);
  const { definition, endpoint } = scripted;
  const progress: number[] = [];
  const onResult = (_: unknown, { done }: { done: number }) => progress.push(done);
  const results = await runEval(definition, { cases, runId: "r1", concurrency: 1, onResult });
  expect(results).toMatchObject([
    { type: "scored", variant: "v1", caseId: "c1", score: 0.4, comment: "it is 0.4" },
    { type: "scored", variant: "v2", caseId: "c1", score: 0.9 },
    { type: "scored", variant: "v1", caseId: "c2", score: 0.4 },
    { type: "scored", variant: "v2", caseId: "c2", score: 0.9 },
  ]);
  expect(progress).toEqual([1, 2, 3, 4]);
  // The generator has the case's variables and not what is expected; the judge has both.
  expect(endpoint.requests[0]?.instructions).toBe("Answer Ann.");
  expect(JSON.stringify(endpoint.requests[0]?.body.input)).not.toContain("Expected");
  const judged = JSON.stringify(endpoint.requests[1]?.body.input);
  expect(judged).toContain("## Input\\none\\n\\n## Expected\\n1\\n\\n## Answer\\nAnswer Ann. said");

  const traces = await tracer.searchTraces({ groupId: "r1", metadata: { eval_variant: "v2", eval_case: "c1" } });
  expect(traces).toMatchObject([{ workflowName: "answers", traceId: results[1]?.traceId }]);
  const spans = await tracer.getSpansByTrace(traces[0]?.traceId ?? "");
  expect(spans.filter(({ name }) => name === "agent_metadata").map(({ output }) => output)).toEqual([
    expect.stringContaining('"prompt_version": "2"'),
    expect.stringContaining('"agent_name": "judge"'),
  ]);
  expect(new Set((await findFailedJudges(tracer, 0.5)).map(({ traceId }) => traceId)).size).toBe(2);
});

test("a run goes on where it was: what is scored is not asked again, what failed or was reworded is", async () => {
  let isDown = true;
  await using scripted = await versions((request, signal) => {
    const isSecond = JSON.stringify(request.body.input).includes("two");
    return isDown && isSecond ? { status: 400, message: "down" } : model(request, signal);
  });
  const { definition, endpoint } = scripted;
  const first = await runEval(definition, { cases, runId: "r1" });
  expect(first.filter(({ type }) => type === "failed")).toMatchObject([
    { caseId: "c2", error: expect.stringContaining("down") },
    { caseId: "c2" },
  ]);
  isDown = false;
  const asked = endpoint.requests.length;
  const past = await readPastScores(tracer, "r1");
  expect([...past.values()].map(({ variant, caseId, score }) => [variant, caseId, score]).sort()).toEqual([
    ["v1", "c1", 0.4],
    ["v2", "c1", 0.9],
  ]);
  const second = await runEval(definition, { cases, runId: "r1", past });
  expect(second.map(({ type }) => type)).toEqual(["scored", "scored", "scored", "scored"]);
  expect(endpoint.requests.length - asked).toBe(4);

  const v2 = new Prompt({ name: "answer", version: "2", text: "Answer {{ $ctx.who }} very politely." });
  const reworded = { ...definition, variants: { ...definition.variants, v2 } };
  const again = await readPastScores(tracer, "r1");
  await runEval(reworded, { cases, runId: "r1", past: again });
  expect(endpoint.requests.length - asked).toBe(8);
});

const judgeByLength: EvalFunction = (input) => ({ score: input.length, comments: [] });
const plain = (generator: EvalFunction, judge: EvalFunction = judgeByLength) =>
  defineEval({ name: "plain", dataset: "-", variants: { only: 1 }, generator: () => generator, judge });

test("functions answer and judge as well, and are recorded like agents", async () => {
  const answer: EvalFunction = (input, { context }) => `${input} for ${context.who ?? "nobody"}`;
  const judge: EvalFunction = (input) => ({
    rubric: { score: input.includes("for Ann") ? 1 : 0, comments: ["named"] },
  });
  const results = await runEval(plain(answer, judge), { cases, runId: "r2", concurrency: 1 });
  expect(results).toMatchObject([{ score: 1 }, { score: 0 }]);
  const spans = await tracer.getSpansByTrace(results[0]?.traceId ?? "");
  expect(spans.map(({ name, outputKind }) => [name, outputKind])).toEqual([
    ["generator", "text"],
    ["judge", "judge"],
  ]);
  expect((await readPastScores(tracer, "r2")).size).toBe(2);
});

test("a judge without a score and a generator that throws are failures of their case, and the trace shows them", async () => {
  const failing = plain(
    (input) => {
      if (input === "one") throw new Error("no idea");
      return input;
    },
    () => ({ score: "high" }),
  );
  const results = await runEval(failing, { cases, runId: "r3", concurrency: 1 });
  expect(results).toMatchObject([
    { type: "failed", error: "no idea" },
    { type: "failed", error: expect.stringContaining("the judge answered without a rubric") },
  ]);
  expect(await tracer.searchTraces({ groupId: "r3", hasError: true })).toHaveLength(2);
});

test("no more cases are worked on at a time than asked for", async () => {
  let [running, most] = [0, 0];
  const slow = plain(async (input) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return input;
  });
  const many = Array.from({ length: 9 }, (_, i) => ({ id: `c${i}`, input: `${i}` }));
  expect(await runEval(slow, { cases: many, runId: "r4", concurrency: 3 })).toHaveLength(9);
  expect(most).toBe(3);
});

test("an abort begins no further case and keeps what is scored; what it broke off did not fail", async () => {
  const stop = new AbortController();
  const stopping = plain((input, { signal }) => {
    if (input === "two") stop.abort();
    signal?.throwIfAborted();
    return input;
  });
  const three = [...cases, { id: "c3", input: "three" }];
  const results = await runEval(stopping, { cases: three, runId: "r5", concurrency: 1, signal: stop.signal });
  expect(results).toMatchObject([{ type: "scored", caseId: "c1" }]);
});

test.each([
  [{ name: "" }, "it needs a name"],
  [{ variants: {} }, '"variants" has to name at least one variant'],
  [{ generator: undefined }, '"generator" has to be a function'],
  [{ judge: {} }, '"judge" has to be an agent or a function'],
  [{ dataset: undefined }, '"dataset" has to name a file'],
])("an evaluation with %j says what is missing", (part, message) => {
  const complete = { name: "n", dataset: "d", variants: { a: 1 }, generator: () => () => "", judge: () => "" };
  expect(() => defineEval({ ...complete, ...part } as typeof complete)).toThrow(message);
});
