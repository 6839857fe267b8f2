import { APICallError, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { expect, test } from "vitest";
import type { Message } from "../run/message.ts";
import type { PlanDelta, PlanInput, Planner, RunServices } from "../run/plan.ts";
import type { ModelError } from "./model-error.ts";
import { modelPlanner } from "./model-planner.ts";
import type { ModelPlannerOptions } from "./model-planner-options.ts";
import { bindPlanner } from "./planner-binding.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { type ScriptedTurn, scriptedModel } from "./scripted-model.ts";
import { instantClock } from "./testing/instant-clock.ts";

const searchTool = {
  name: "docs.search",
  description: "Search the docs",
  parameters: { type: "object", properties: { query: { type: "string" } } },
} as const;

const hello: Message[] = [{ role: "user", content: "hello" }];

function question(more: Partial<PlanInput> = {}): PlanInput {
  const run = { runId: "r", agentId: "a", turnId: "t", turn: 1, labels: {} };
  return { run, messages: hello, tools: [searchTool], ...more };
}

function services(): RunServices & { deltas: PlanDelta[] } {
  const deltas: PlanDelta[] = [];
  return {
    signal: new AbortController().signal,
    deltas,
    emit: (delta) => deltas.push(delta),
    addReminder() {},
    removeReminder() {},
    renderPrompt: async () => "",
  };
}

function scripted(turns: ScriptedTurn[], more: Partial<ModelPlannerOptions> & { provider?: string } = {}) {
  const model = scriptedModel(turns, more.provider === undefined ? {} : { provider: more.provider });
  const clock = instantClock();
  const declared = modelPlanner({ model, instructions: "You run the desk.", ...more });
  return { model, clock, planner: bindPlanner(declared, { resolveModel: unknownModel, clock }) };
}

function unknownModel(id: string): never {
  throw new Error(`no model ${id}`);
}

function failure(promise: Promise<unknown>): Promise<ModelError> {
  return promise.then(
    () => expect.unreachable("it should have failed"),
    (error) => error,
  );
}

const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: "end_turn" },
  usage: {
    inputTokens: { total: 1_000, noCache: 100, cacheRead: 700, cacheWrite: 200 },
    outputTokens: { total: 50, text: 50, reasoning: 0 },
  },
};

function streaming(...chunks: LanguageModelV4StreamPart[]) {
  return new MockLanguageModelV4({
    modelId: "mock",
    doStream: async () => ({
      stream: simulateReadableStream({ chunks, chunkDelayInMs: null, initialDelayInMs: null }),
    }),
  });
}

test("text is streamed as it comes and becomes the final response", async () => {
  const { planner, model } = scripted([{ text: "all is well", usage: { inputTokens: 7, outputTokens: 3 } }]);
  const watched = services();
  expect(await planner.planStart(question(), watched)).toEqual({
    finalResponse: { text: "all is well" },
    content: [{ type: "text", text: "all is well" }],
    usage: [{ model: "scripted", inputTokens: 7, outputTokens: 3 }],
  });
  expect(watched.deltas.map(({ delta }) => delta)).toEqual(["all ", "is ", "well"]);
  expect(model.requests[0]).toMatchObject({
    prompt: [{ role: "system", content: "You run the desk." }, { role: "user" }],
    tools: [{ type: "function", name: "docs_search", description: "Search the docs" }],
    toolChoice: { type: "auto" },
  });
});

test("calls come back under the tool's id, with arguments parsed, or raw where they do not parse", async () => {
  const { planner } = scripted([
    {
      thinking: "look it up",
      thinkingMetadata: { anthropic: { signature: "sig" } },
      text: "One moment.",
      toolCalls: [
        { id: "1", name: "docs.search", args: { query: "x" } },
        { id: "2", name: "docs.search", args: '{"query":' },
        { id: "3", name: "docs.search", args: "" },
        { id: "4", name: "docs.search", args: "[1]" },
        { id: "5", name: "nobody.knows", args: {} },
      ],
    },
  ]);
  const watched = services();
  const { toolCalls, content, finalResponse } = await planner.planStart(question(), watched);
  expect(finalResponse).toBeUndefined();
  expect(toolCalls).toEqual([
    { id: "1", name: "docs.search", args: { query: "x" } },
    { id: "2", name: "docs.search", args: '{"query":' },
    { id: "3", name: "docs.search", args: {} },
    { id: "4", name: "docs.search", args: "[1]" },
    { id: "5", name: "nobody_knows", args: {} },
  ]);
  expect(content).toEqual([
    {
      type: "thinking",
      text: "look it up",
      signature: "sig",
      providerMetadata: { anthropic: { signature: "sig" } },
    },
    { type: "text", text: "One moment." },
  ]);
  expect(watched.deltas.filter(({ type }) => type === "thinking_delta")).toHaveLength(3);
  expect(watched.deltas.find(({ type }) => type === "tool_call_args_delta")).toEqual({
    type: "tool_call_args_delta",
    toolCallId: "1",
    toolName: "docs.search",
    delta: '{"query":"x"}',
  });
});

test("thinking and calls go back to the model exactly as they came", async () => {
  const { planner, model } = scripted([
    {
      thinking: "hm",
      thinkingMetadata: { anthropic: { signature: "sig" } },
      toolCalls: [{ id: "1", name: "docs.search", args: { query: "x" } }],
    },
    "done",
  ]);
  const { content = [], toolCalls = [] } = await planner.planStart(question(), services());
  const uses = toolCalls.map(({ id = "", name, args }) => ({
    type: "tool_use" as const,
    id,
    name,
    args: Object(args),
  }));
  await planner.planResume(
    question({
      messages: [
        ...hello,
        { role: "assistant", content: [...content, ...uses] },
        { role: "tool", results: [{ id: "1", name: "docs.search", content: "found" }] },
      ],
      // Not offered any more, and yet in the history.
      tools: [],
    }),
    services(),
  );
  expect(model.requests[1]?.prompt.slice(2)).toEqual([
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm", providerOptions: { anthropic: { signature: "sig" } } },
        { type: "tool-call", toolCallId: "1", toolName: "docs_search", input: { query: "x" } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "1", toolName: "docs_search", output: { type: "text", value: "found" } },
      ],
    },
  ]);
});

test("blocks that interleave stay apart, in the order in which they began; a late signature finds its block", async () => {
  const model = streaming(
    { type: "reasoning-start", id: "0" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "answer" },
    { type: "reasoning-delta", id: "0", delta: "thought" },
    { type: "reasoning-delta", id: "0", delta: "", providerMetadata: { anthropic: { signature: "late" } } },
    { type: "reasoning-start", id: "1", providerMetadata: { anthropic: { redactedData: "secret" } } },
    { type: "tool-call", toolCallId: "x", toolName: "web", input: "{}", providerExecuted: true },
    finish,
  );
  const { content, toolCalls } = await modelPlanner({ model }).planStart(question(), services());
  expect(toolCalls).toBeUndefined();
  expect(content).toEqual([
    { type: "thinking", text: "thought", signature: "late", providerMetadata: { anthropic: { signature: "late" } } },
    { type: "text", text: "answer" },
    { type: "thinking", text: "", redacted: "secret", providerMetadata: { anthropic: { redactedData: "secret" } } },
  ]);
});

test("usage has a cost when the prices are known, each kind of token at its own", async () => {
  const model = streaming(
    { type: "response-metadata", modelId: "mock-2026" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "ok" },
    finish,
  );
  const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  const { usage } = await modelPlanner({ model, prices }).planStart(question(), services());
  expect(usage).toEqual([
    {
      model: "mock-2026",
      inputTokens: 1_000,
      outputTokens: 50,
      cacheReadTokens: 700,
      cacheWriteTokens: 200,
      cost: (100 * 3 + 700 * 0.3 + 200 * 3.75 + 50 * 15) / 1_000_000,
    },
  ]);
  const free = await modelPlanner({ model }).planStart(question(), services());
  expect(free.usage?.[0]).not.toHaveProperty("cost");
});

test("usage that a provider leaves out, or counts as no number, is none", async () => {
  for (const usage of [undefined, {}, { inputTokens: { total: Number.NaN }, outputTokens: { total: -1 } }]) {
    const stream = [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "hi" },
      { type: "text-end", id: "1" },
      { ...finish, usage } as LanguageModelV4StreamPart,
    ] as const;
    const { planner } = scripted([{ stream }], { prices: { input: 1, output: 1 } });
    const plan = await planner.planStart(question(), services());
    expect(plan.usage).toEqual([{ model: "scripted", inputTokens: 0, outputTokens: 0, cost: 0 }]);
  }
});

test("3.5 while finalizing no tool is offered, the reason stands last, and calls are not heard", async () => {
  const finalize = { reason: "tool_cap", message: "Answer now." } as const;
  const { planner, model } = scripted(
    [
      { text: "this is what I have", toolCalls: [{ name: "docs.search", args: {} }] },
      { toolCalls: [{ name: "x", args: {} }] },
    ],
    { toolChoice: "required", retry: { maxAttempts: 1 } },
  );
  const result = await planner.planResume(question({ finalize }), services());
  expect(result).toMatchObject({ finalResponse: { text: "this is what I have" } });
  expect(result.toolCalls).toBeUndefined();
  expect(model.requests[0]).not.toHaveProperty("tools");
  expect(model.requests[0]).not.toHaveProperty("toolChoice");
  expect(JSON.stringify(model.requests[0]?.prompt.at(-1))).toContain("Answer now.");
  const error = await failure(planner.planResume(question({ finalize }), services()));
  expect(error.code).toBe("model_answer_empty");
});

test("without tools, Bedrock is told the history in words, and nobody else is", async () => {
  const messages: Message[] = [
    ...hello,
    { role: "assistant", content: [{ type: "tool_use", id: "1", name: "docs.search", args: {} }] },
    { role: "tool", results: [{ id: "1", name: "docs.search", content: "found" }] },
  ];
  for (const [provider, roles] of [
    ["amazon-bedrock", ["system", "user", "assistant", "user"]],
    ["anthropic.messages", ["system", "user", "assistant", "tool"]],
  ] as const) {
    const { planner, model } = scripted(["ok"], { provider });
    await planner.planResume(question({ messages, tools: [] }), services());
    expect(model.requests[0]?.prompt.map(({ role }) => role)).toEqual(roles);
  }
});

test("a forced tool choice holds for the first turn only, and only for a tool that is offered", async () => {
  const choices = async (toolChoice: NonNullable<ModelPlannerOptions["toolChoice"]>) => {
    const { planner, model } = scripted(["a", "b"], { toolChoice });
    await planner.planStart(question(), services());
    await planner.planResume(question(), services());
    return model.requests.map((request) => request.toolChoice);
  };
  expect(await choices("required")).toEqual([{ type: "required" }, { type: "auto" }]);
  expect(await choices({ tool: "docs.search" })).toEqual([{ type: "tool", toolName: "docs_search" }, { type: "auto" }]);
  expect(await choices({ tool: "gone" })).toEqual([{ type: "auto" }, { type: "auto" }]);
  expect(await choices("none")).toEqual([{ type: "none" }, { type: "none" }]);
});

test("settings are passed on as they are, and only when given", async () => {
  const settings = { temperature: 0, maxOutputTokens: 9, reasoning: "low", providerOptions: { x: { y: 1 } } } as const;
  const { planner, model } = scripted(["a"], settings);
  await planner.planStart(question(), services());
  expect(model.requests[0]).toMatchObject(settings);
  const plain = scripted(["a"]);
  await plain.planner.planStart(question(), services());
  expect(Object.keys(plain.model.requests[0] ?? {}).sort()).toEqual(["abortSignal", "prompt", "toolChoice", "tools"]);
});

test("1.8 checkpoints are put on the last system message and the last tool, as the provider spells them", async () => {
  const cache = { afterSystem: true, afterTools: true };
  for (const [provider, options] of [
    ["anthropic.messages", { anthropic: { cacheControl: { type: "ephemeral" } } }],
    ["vertex.anthropic.messages", { anthropic: { cacheControl: { type: "ephemeral" } } }],
    ["amazon-bedrock", { bedrock: { cachePoint: { type: "default" } } }],
    ["mistral.chat", undefined],
  ] as const) {
    const { planner, model } = scripted(["a"], { provider, cache });
    await planner.planStart(question({ tools: [searchTool, { ...searchTool, name: "other" }] }), services());
    const { prompt = [], tools = [] } = model.requests[0] ?? {};
    expect([prompt[0]?.providerOptions, tools[1] && "providerOptions" in tools[1] && tools[1].providerOptions]).toEqual(
      options ? [options, options] : [undefined, false],
    );
    expect(tools[0]).not.toHaveProperty("providerOptions");
  }
});

test("3.20 a checkpoint after the tools is refused for OpenAI and for Nova when the planner is bound", () => {
  const cache = { afterTools: true };
  const bind = (provider: string, modelId: string, policy: object = cache) =>
    modelPlanner({ model: scriptedModel([], { provider, modelId }) }).bind({
      resolveModel: unknownModel,
      cache: policy,
    });
  expect(() => bind("openai.responses", "gpt-5")).toThrow("remove AfterTools from the agent's cache policy");
  expect(() => bind("gateway", "openai/gpt-5")).toThrow("OpenAI takes no cache checkpoint after the tools");
  expect(() => bind("amazon-bedrock", "us.amazon.nova-pro-v1:0")).toThrow("Nova models take no cache checkpoint");
  expect(() => bind("openai.responses", "gpt-5", { afterSystem: true })).not.toThrow();
  expect(() => bind("amazon-bedrock", "anthropic.claude")).not.toThrow();
});

test("3.11 the planner's own cache policy comes before the one it is bound with", () => {
  const model = scriptedModel([], { provider: "openai.chat" });
  const binding = { resolveModel: unknownModel, cache: { afterTools: true } };
  expect(() => modelPlanner({ model, cache: {} }).bind(binding)).not.toThrow();
});

test("a model named by its id is resolved when the planner is bound, and asked for when it is not", async () => {
  const declared = modelPlanner({ model: "default" });
  const model = scriptedModel(["hi"]);
  const bound = bindPlanner(declared, { resolveModel: (id) => (id === "default" ? model : unknownModel(id)) });
  expect(await bound.planStart(question(), services())).toMatchObject({ finalResponse: { text: "hi" } });
  const error = await failure(declared.planStart(question(), services()));
  expect(error).toMatchObject({ code: "model_not_bound", message: expect.stringContaining('"default"') });
});

test("a planner that needs no binding is left as it is", () => {
  const own: Planner = { planStart: async () => ({}), planResume: async () => ({}) };
  expect(bindPlanner(own, { resolveModel: unknownModel })).toBe(own);
});

test("a model of another specification is refused with what to do", () => {
  const old = { ...scriptedModel([]), specificationVersion: "v2" } as unknown as ReturnType<typeof scriptedModel>;
  expect(() => modelPlanner({ model: old }).bind({ resolveModel: unknownModel })).toThrow(/got .*"v2".*AI SDK 7/);
});

test.each([
  ["length", "model_answer_truncated", "invalid_request"],
  ["content-filter", "model_answer_filtered", "invalid_request"],
  ["error", "model_stream_broken", "unknown"],
] as const)("an answer that ended by %s is an error that knows what it used", async (finishReason, code, kind) => {
  const { planner } = scripted([{ text: "half an", finishReason, usage: { inputTokens: 5, outputTokens: 2 } }]);
  const error = await failure(planner.planStart(question(), services()));
  expect(error).toMatchObject({ code, kind, isRetryable: false, usage: { inputTokens: 5, outputTokens: 2 } });
});

const rateLimited = (headers: Record<string, string> = {}) =>
  new APICallError({ message: "slow", url: "u", requestBodyValues: {}, statusCode: 429, responseHeaders: headers });

test("an empty answer is asked for again, and what it used is counted", async () => {
  const { planner, clock } = scripted([
    { thinking: "", usage: { inputTokens: 5 } },
    { text: "now", usage: { inputTokens: 6 } },
  ]);
  const { finalResponse, usage } = await planner.planStart(question(), services());
  expect(finalResponse?.text).toBe("now");
  expect(usage?.map(({ inputTokens }) => inputTokens)).toEqual([5, 6]);
  expect(clock.pauses).toEqual([1_000]);
});

test("retryable failures are tried three times, each pause twice as long, then passed on", async () => {
  const { planner, clock, model } = scripted([1, 2, 3, 4].map(() => ({ error: { type: "overloaded_error" } })));
  const error = await failure(planner.planStart(question(), services()));
  expect(error).toMatchObject({ kind: "unavailable", isRetryable: true });
  expect(model.requests).toHaveLength(3);
  expect(clock.pauses).toEqual([1_000, 2_000]);
});

test("a pause is as long as the provider asks for, and one nobody would wait for is not begun", async () => {
  const patient = scripted([{ error: rateLimited({ "retry-after": "17" }) }, "ok"]);
  await patient.planner.planStart(question(), services());
  expect(patient.clock.pauses).toEqual([17_000]);
  const hopeless = scripted([{ error: rateLimited({ "retry-after": "3600" }) }, "ok"]);
  const error = await failure(hopeless.planner.planStart(question(), services()));
  expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 3_600_000, httpStatus: 429 });
  expect(hopeless.clock.pauses).toEqual([]);
});

test("what cannot succeed is not tried again", async () => {
  const { planner, model } = scripted([{ error: Object.assign(new Error("bad key"), { statusCode: 401 }) }, "ok"]);
  expect(await failure(planner.planStart(question(), services()))).toMatchObject({ kind: "auth" });
  expect(model.requests).toHaveLength(1);
});

test("once something was streamed nothing is tried again, however the stream broke", async () => {
  const broken: ScriptedTurn[] = [
    { text: "half", error: { type: "overloaded_error", message: "gone" } },
    { stream: [{ type: "text-delta", id: "0", delta: "half" }] },
  ];
  for (const turn of broken) {
    const { planner, model } = scripted([turn, "ok"]);
    const error = await failure(planner.planStart(question(), services()));
    expect(error).toMatchObject({ kind: "unavailable", isRetryable: true });
    expect(model.requests).toHaveLength(1);
  }
});

test("a stream that ends without a finish is broken, and one that throws is too", async () => {
  const silent = scripted([{ stream: [] }], { retry: { maxAttempts: 1 } });
  expect(await failure(silent.planner.planStart(question(), services()))).toMatchObject({
    code: "model_stream_broken",
  });
  const throwing = new MockLanguageModelV4({
    doStream: async () => ({
      stream: new ReadableStream({
        pull() {
          throw Object.assign(new TypeError("terminated"), { cause: { code: "ECONNRESET" } });
        },
      }),
    }),
  });
  const planner = modelPlanner({ model: throwing, retry: { maxAttempts: 1 } });
  expect(await failure(planner.planStart(question(), services()))).toMatchObject({ kind: "unavailable" });
});

test.each([
  ["while the stream is opened", 1],
  ["while it is read", 0],
])("an abort %s reaches the model, frees the stream and is passed on as its own reason", async (_, highWaterMark) => {
  const controller = new AbortController();
  const reason = new Error("the user left");
  const cancelled = Promise.withResolvers<void>();
  const model = new MockLanguageModelV4({
    doStream: async ({ abortSignal }) => {
      expect(abortSignal).toBe(controller.signal);
      const source = { pull: () => new Promise<void>(() => controller.abort(reason)), cancel: cancelled.resolve };
      return { stream: new ReadableStream(source, { highWaterMark }) };
    },
  });
  const watched = { ...services(), signal: controller.signal };
  await expect(modelPlanner({ model }).planStart(question(), watched)).rejects.toBe(reason);
  await cancelled.promise;
});

test("an error of whoever takes the deltas is theirs, and no failure of the model", async () => {
  const { planner, model } = scripted(["hello", "again"]);
  const full = new Error("the stream sink is full");
  const broken: RunServices = {
    ...services(),
    emit() {
      throw full;
    },
  };
  await expect(planner.planStart(question(), broken)).rejects.toBe(full);
  expect(model.requests).toHaveLength(1);
});

test("the rate limiter is asked before every attempt and learns from every outcome, in mid-stream too", async () => {
  const clock = instantClock();
  const rateLimiter = createRateLimiter({ tokensPerMinute: 1_000, maxTokensPerMinute: 2_000, clock });
  const { planner } = scripted(
    ["fine", { error: rateLimited() }, { text: "half", error: { type: "rate_limit_error" } }],
    {
      rateLimiter,
    },
  );
  await planner.planStart(question({ tools: [] }), services());
  expect(rateLimiter.tokensPerMinute).toBe(1_050);
  await failure(planner.planStart(question({ tools: [] }), services()));
  expect(rateLimiter.tokensPerMinute).toBe(1_050 / 4);
  expect(clock.pauses.length).toBeGreaterThan(0);
});
