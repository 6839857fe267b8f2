import {
  addTraceProcessor as sdkAddTraceProcessor,
  setTraceProcessors as sdkSetTraceProcessors,
  setTracingDisabled,
  type TracingProcessor,
  withTrace,
} from "@openai/agents";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { Agent } from "./agent.ts";
import { addTraceProcessor, judge, setTraceProcessors } from "./index.ts";
import { Prompt, promptHash } from "./prompt.ts";
import { RUBRIC } from "./rubric.ts";
import { RecordingProcessor, scriptedEndpoint } from "./testing/scripted-run.ts";

// The SDK traces nothing under a test runner unless it is told to.
beforeAll(() => setTracingDisabled(false));
afterAll(() => {
  setTraceProcessors([]);
  setTracingDisabled(true);
});

let recorded: RecordingProcessor;
beforeEach(() => {
  recorded = new RecordingProcessor();
  setTraceProcessors([recorded]);
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("1.1 addTraceProcessor is the SDK's own", async () => {
  expect(addTraceProcessor).toBe(sdkAddTraceProcessor);
  const added = new RecordingProcessor();
  addTraceProcessor(added);
  await withTrace("anything", async () => {});
  expect([recorded.started.length, added.started.length]).toEqual([1, 1]);
});

test("1.2 setTraceProcessors is the SDK's own", async () => {
  expect(setTraceProcessors).toBe(sdkSetTraceProcessors);
  const other = new RecordingProcessor();
  setTraceProcessors([other]);
  await withTrace("anything", async () => {});
  expect([recorded.started.length, other.started.length]).toEqual([0, 1]);
});

test("2.3 and 4.1 a prompt puts the standard keys on the trace", async () => {
  await using endpoint = await scriptedEndpoint("hi");
  const prompt = new Prompt({
    name: "greeting",
    version: "3",
    text: "Greet.",
    id: "p-9",
    meta: { lang: "ja", temp: 0.2 },
  });
  await new Agent({ name: "greeter", instructions: prompt, model: endpoint.model }).run("hello");
  expect(recorded.started.map(({ metadata }) => metadata)).toEqual([
    {
      agent_name: "greeter",
      prompt_name: "greeting",
      prompt_version: "3",
      prompt_id: "p-9",
      prompt_meta_lang: "ja",
      prompt_meta_temp: 0.2,
      agent_run_id: expect.stringMatching(UUID),
    },
  ]);
  expect(recorded.ended).toEqual(recorded.started);
});

test("2.4 and 4.2 a text puts the smallest set there, and each run has an id of its own", async () => {
  await using endpoint = await scriptedEndpoint("hi", "hi");
  const agent = new Agent({ name: "greeter", instructions: "Greet {{ $ctx.who }}.", model: endpoint.model });
  await agent.run("hello", { who: "Ann" });
  await agent.run("hello", { who: "Bob" });
  const [first, second] = recorded.started.map(({ metadata }) => metadata);
  expect(first).toEqual({
    agent_name: "greeter",
    prompt_name: "greeter",
    prompt_id: promptHash("Greet {{ $ctx.who }}."),
    agent_run_id: expect.stringMatching(UUID),
  });
  expect(second).toEqual({ ...first, agent_run_id: expect.stringMatching(UUID) });
  expect(second?.agent_run_id).not.toBe(first?.agent_run_id);
});

test("2.8 only strings, numbers and booleans of a prompt's meta are taken", async () => {
  await using endpoint = await scriptedEndpoint("hi");
  const meta = { s: "x", i: 1, f: 1.5, b: false, n: null, l: [1], o: { a: 1 }, u: undefined, nan: Number.NaN, big: 1n };
  const prompt = new Prompt({ name: "p", version: "1", text: "t", meta });
  await new Agent({ name: "a", instructions: prompt, model: endpoint.model }).run("hello");
  const metadata = recorded.started[0]?.metadata ?? {};
  const taken = Object.entries(metadata).filter(([key]) => key.startsWith("prompt_meta_"));
  expect(Object.fromEntries(taken)).toEqual({
    prompt_meta_s: "x",
    prompt_meta_i: 1,
    prompt_meta_f: 1.5,
    prompt_meta_b: false,
  });
});

test("3.2 a prompt without an id is known by the hash of its text", async () => {
  await using endpoint = await scriptedEndpoint("hi");
  const prompt = new Prompt({ name: "p", version: "1", text: "Greet {{ $ctx.who }}." });
  await new Agent({ name: "a", instructions: prompt, model: endpoint.model }).run("hello", { who: "Ann" });
  expect(recorded.started[0]?.metadata?.prompt_id).toBe(promptHash("Greet {{ $ctx.who }}."));
});

test("an agent's own metadata is on the trace too, and the standard keys win", async () => {
  await using endpoint = await scriptedEndpoint("hi");
  const metadata = { team: "docs", prompt_name: "mine", agent_run_id: "mine" };
  await new Agent({ name: "a", instructions: "Help.", model: endpoint.model, metadata }).run("hello");
  expect(recorded.started[0]?.metadata).toMatchObject({
    team: "docs",
    prompt_name: "a",
    agent_run_id: expect.stringMatching(UUID),
  });
});

test("in a trace that is already open, the keys are on a span of it", async () => {
  await using endpoint = await scriptedEndpoint({ output: { score: 1, comments: [] } });
  const agent = new Agent({ name: "a", instructions: "Judge.", model: endpoint.model, outputType: RUBRIC });
  await withTrace("outer", () => agent.run("hello"), { metadata: { mine: "yes" } });
  expect(recorded.started.map(({ name, metadata }) => ({ name, metadata }))).toEqual([
    { name: "outer", metadata: { mine: "yes" } },
  ]);
  const described = recorded.of("custom").find(({ name }) => name === "agent_metadata");
  expect(described?.data).toEqual({
    agent_name: "a",
    prompt_name: "a",
    prompt_id: promptHash("Judge."),
    agent_run_id: expect.stringMatching(UUID),
  });
  expect(recorded.of("generation")).toHaveLength(1);
  expect(new Set(recorded.spans.map(({ traceId }) => traceId))).toEqual(new Set([recorded.started[0]?.traceId]));
});

test("5.1 and 5.2 a rubric asked for with RUBRIC is on the trace as a judgement", async () => {
  await using endpoint = await scriptedEndpoint({ output: { score: 0.25, comments: ["too long", "off topic"] } });
  const agent = new Agent({ name: "judge", instructions: "Judge.", model: endpoint.model, outputType: RUBRIC });
  const context = await agent.run("an answer");
  const rubric: { score: number; comments: string[] } | undefined = context.result.finalOutput;
  expect(rubric).toEqual({ score: 0.25, comments: ["too long", "off topic"] });
  const [span] = recorded.of("generation");
  expect(span?.output).toEqual([
    { rubric: { score: 0.25, comments: ["too long", "off topic"], comment: "too long\noff topic" } },
  ]);
  expect(endpoint.requests[0]?.body.text).toMatchObject({
    format: { schema: { required: ["score", "comments"], additionalProperties: false } },
  });
});

test("5.1 an object with a score and comments is a judgement whatever its schema was called", async () => {
  await using endpoint = await scriptedEndpoint({ output: { score: 1, comments: [], why: "ok" } });
  const outputType = z.object({ score: z.number(), comments: z.array(z.string()), why: z.string() });
  await new Agent({ name: "judge", instructions: "Judge.", model: endpoint.model, outputType }).run("an answer");
  expect(recorded.of("generation")[0]?.output).toEqual([
    { rubric: { score: 1, comments: [], why: "ok", comment: "" } },
  ]);
});

test("5.3 structured output is recorded as a generation span before the trace ends; plain text is not", async () => {
  await using endpoint = await scriptedEndpoint({ output: { city: "京都" } }, "plain");
  const outputType = z.object({ city: z.string() });
  await new Agent({ name: "a", instructions: "Where?", model: endpoint.model, outputType }).run("hello");
  await new Agent({ name: "b", instructions: "Where?", model: endpoint.model }).run("hello");
  expect(recorded.of("generation").map(({ output }) => output)).toEqual([[{ city: "京都" }]]);
  expect(recorded.spans.find(({ spanData }) => spanData.type === "generation")?.traceId).toBe(
    recorded.ended[0]?.traceId,
  );
});

test("5.3 output that a schema turned into what JSON cannot hold is recorded all the same", async () => {
  await using endpoint = await scriptedEndpoint({ output: { count: 3 } });
  const schema = { type: "object", properties: { count: { type: "number" } }, required: ["count"] };
  const outputType = {
    "~standard": {
      version: 1 as const,
      vendor: "test",
      validate: (value: unknown) => ({ value: { count: BigInt((value as { count: number }).count) } }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
  const agent = new Agent({ name: "a", instructions: "Count.", model: endpoint.model, outputType, outputDest: "out" });
  expect((await agent.run("hello")).out).toEqual({ count: 3n });
  expect(recorded.of("generation")[0]?.output).toEqual([{ count: "3" }]);
});

test("judge makes a judgement by hand", () => {
  expect(judge(0.5, ["fine"])).toEqual({ output_kind: "judge", rubric: { score: 0.5, comments: ["fine"] } });
});

test("the trace of a run that throws is ended, with its spans", async () => {
  await using endpoint = await scriptedEndpoint({ status: 400 });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  await expect(agent.run("hello")).rejects.toThrow();
  expect(recorded.ended).toEqual(recorded.started);
  expect(recorded.of("agent")).toHaveLength(1);
});

test("a tool's span carries its declared id", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "find", args: {} }] }, "done");
  const find = () => "found";
  await new Agent({ name: "a", instructions: "Find.", model: endpoint.model, tools: [find] }).run("go");
  expect(recorded.of("function")).toMatchObject([{ name: "find", input: "{}", output: "found" }]);
});

const restartable = {
  name: "ops.restart",
  description: "Restart",
  input: z.object({ device: z.string() }),
  execute: () => "restarted",
};
const restart = defineTool(restartable);
const onlyWeb = { params: { "ops.restart": { device: { pattern: "^web" } } } };
const callRestart = { toolCalls: [{ name: "ops.restart", args: { device: "db-1" } }] };

const errorsByType = () =>
  recorded.spans.flatMap(({ spanData, error }) => (error === null ? [] : [[spanData.type, error] as const]));

test.each(["throw", "return"] as const)(
  "the span of a refused call says so as data (%s)",
  async (onToolRuleViolation) => {
    await using endpoint = await scriptedEndpoint(callRestart, "I see.");
    const options = { name: "desk", instructions: "Help.", model: endpoint.model, onToolRuleViolation };
    const run = new Agent({ ...options, tools: [restart] }).run("hello", { toolRules: onlyWeb });
    if (onToolRuleViolation === "throw") await expect(run).rejects.toMatchObject({ code: "E15" });
    else await run;
    const [found] = errorsByType();
    expect(found).toMatchObject([
      "function",
      {
        message: "[kantan-agents][E15] Tool parameter pattern mismatch: ops.restart.device",
        data: { code: "E15", tool_name: "ops.restart", denied_by: "policy" },
      },
    ]);
  },
);

test("of several calls at once only the refused one is marked as that", async () => {
  const calls = ["web-1", "db-1"].map((device) => ({ name: "ops.restart", args: { device } }));
  await using endpoint = await scriptedEndpoint({ toolCalls: calls });
  const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [restart] });
  await expect(agent.run("hello", { toolRules: onlyWeb })).rejects.toMatchObject({ code: "E15" });
  const refused = recorded.spans.filter(({ error }) => error?.data?.denied_by === "policy");
  expect(refused.map(({ spanData }) => spanData)).toMatchObject([{ input: '{"device":"db-1"}' }]);
});

test("a call that is refused before anybody is asked about it leaves the spans around it alone", async () => {
  await using endpoint = await scriptedEndpoint(callRestart, "I see.");
  const tools = [defineTool({ ...restartable, confirmation: {} })];
  const options = {
    name: "desk",
    instructions: "Help.",
    model: endpoint.model,
    onToolRuleViolation: "return",
  } as const;
  const { result } = await new Agent({ ...options, tools }).run("hello", { toolRules: onlyWeb });
  expect(result.finalOutput).toBe("I see.");
  expect(errorsByType().filter(([type]) => type !== "function")).toEqual([]);
});

test("a run that waited for approval goes on in its own trace, in the same process and from a saved state", async () => {
  const guarded = defineTool({
    name: "x",
    description: "X",
    input: z.object({}),
    confirmation: {},
    execute: () => "ran",
  });
  const call = { toolCalls: [{ name: "x", args: {} }] };
  await using endpoint = await scriptedEndpoint(call, "one", call, "two");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [guarded] });
  const { state } = (await agent.run("go")).result;
  for (const waiting of state.getInterruptions()) state.approve(waiting);
  await agent.run(state);
  const restored = await agent.restore((await agent.run("go")).result.state.toString());
  for (const waiting of restored.getInterruptions()) restored.approve(waiting);
  await agent.run(restored);

  const [first, second, third, fourth] = recorded.started;
  expect([first?.traceId, third?.traceId]).toEqual([second?.traceId, fourth?.traceId]);
  expect(first?.traceId).not.toBe(third?.traceId);
  expect(second?.metadata).toEqual(first?.metadata);
  expect(fourth?.metadata).toEqual(third?.metadata);
  expect(recorded.ended.map(({ traceId }) => traceId)).toEqual(recorded.started.map(({ traceId }) => traceId));
});

const failing: TracingProcessor = {
  onTraceStart: () => Promise.reject(new Error("no disk")),
  onTraceEnd: () => {
    throw new Error("no disk");
  },
  onSpanStart: () => Promise.reject(new Error("no disk")),
  onSpanEnd: () => {
    throw new Error("no disk");
  },
  shutdown: async () => {},
  forceFlush: async () => {},
};

test("a processor that throws does not reach the caller", async () => {
  setTraceProcessors([failing]);
  await using endpoint = await scriptedEndpoint({ output: { score: 1, comments: [] } }, "streamed");
  const agent = new Agent({ name: "a", instructions: "Judge.", model: endpoint.model, outputType: RUBRIC });
  expect((await agent.run("hello")).result.finalOutput).toEqual({ score: 1, comments: [] });
  const stream = await new Agent({ name: "b", instructions: "Help.", model: endpoint.model }).runStream("hello");
  expect((await stream.completed).result.finalOutput).toBe("streamed");
});

test("a processor that hangs holds a run up for a moment only", async () => {
  const never = () => new Promise<void>(() => {});
  setTraceProcessors([{ ...failing, onTraceStart: never, onTraceEnd: never, onSpanStart: never, onSpanEnd: never }]);
  await using endpoint = await scriptedEndpoint("hi");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  expect((await agent.run("hello")).result.finalOutput).toBe("hi");
});
