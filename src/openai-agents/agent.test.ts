import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { KigumiError } from "../errors/kigumi-error.ts";
import { defineTool } from "../tool/define-tool.ts";
import { Agent } from "./agent.ts";
import type { AgentTool } from "./agent-tool.ts";
import { Prompt } from "./prompt.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";

const add = defineTool({
  name: "math.add",
  description: "Add",
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});

test("2.1 an agent keeps its instructions, and an empty text is one", () => {
  const prompt = new Prompt({ name: "p", version: "1", text: "Help." });
  expect(new Agent({ name: "a", instructions: "Help." }).instructions).toBe("Help.");
  expect(new Agent({ name: "a", instructions: "" }).instructions).toBe("");
  expect(new Agent({ name: "a", instructions: prompt }).instructions).toBe(prompt);
});

test("7.1 an agent without instructions is E1", () => {
  for (const options of [{ name: "a" }, { name: "a", instructions: null }, { name: "a", instructions: undefined }]) {
    expect(() => new Agent(options as never)).toThrow(
      expect.objectContaining({ code: "E1", message: "[kantan-agents][E1] instructions is required" }),
    );
  }
});

test("2.2 every option is taken: tools, renderer, metadata, output type, handoffs, env, history and destination", async () => {
  await using endpoint = await scriptedEndpoint(
    { toolCalls: [{ name: "math.add", args: { a: 1, b: 2 } }] },
    { output: { sum: 3 } },
  );
  const other = new Agent({ name: "other", instructions: "Other.", model: endpoint.model });
  const agent = new Agent({
    name: "adder",
    instructions: "Add for {{ $ctx.who }}",
    model: endpoint.model,
    tools: [add],
    renderer: (text, context, allowEnv) => `${text} ${context.who} ${allowEnv}`,
    metadata: { team: "math" },
    outputType: z.object({ sum: z.number() }),
    handoffs: [other],
    allowEnv: true,
    history: 2,
    outputDest: "answer",
  });
  expect(agent.metadata).toEqual({ team: "math" });
  expect(agent.handoffs).toEqual([other]);

  const context = await agent.run("1 + 2?", { who: "Ann" });
  expectTypeOf(context.result.finalOutput).toEqualTypeOf<{ sum: number } | undefined>();
  expectTypeOf(context.who).toBeString();
  expect(context.result.finalOutput).toEqual({ sum: 3 });
  expect(context.answer).toEqual({ sum: 3 });
  expect(context.history).toHaveLength(2);
  expect(endpoint.requests[0]?.instructions).toBe("Add for {{ $ctx.who }} Ann true");
  expect(endpoint.requests[0]?.toolNames).toEqual(["math_add", "transfer_to_other"]);
  expect(endpoint.requests[0]?.body.text).toMatchObject({ format: { type: "json_schema" } });
  expect(endpoint.requests[1]?.toolOutputs).toEqual([{ callId: "call_1", output: "3" }]);
});

test("2.5 the context feeds the instructions on every turn, and its result is the SDK's own", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "learn", args: {} }] }, "done");
  const context: Record<string, unknown> = { known: "nothing" };
  const learn = () => {
    context.known = "something";
    return "ok";
  };
  const agent = new Agent({
    name: "a",
    instructions: "I know {{ $ctx.known }}.",
    model: endpoint.model,
    tools: [learn],
  });
  const { result } = await agent.run("learn!", context);
  expect(endpoint.requests.map((request) => request.instructions)).toEqual(["I know nothing.", "I know something."]);
  expect(result.constructor.name).toBe("RunResult");
  expect(result.lastAgent?.name).toBe("a");
});

test("2.6 no context, or an empty one, is completed", async () => {
  for (const given of [undefined, null, {}]) {
    await using endpoint = await scriptedEndpoint("done");
    const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
    const context = await agent.run("hello", given);
    expect(context.toolRules).toEqual({ allow: null, deny: null, params: {} });
    expect(context.result.finalOutput).toBe("done");
    expect(context.history).toHaveLength(2);
  }
});

test("2.7 and 2.9 run and runAsync return the very context they were given", async () => {
  await using endpoint = await scriptedEndpoint("one", "two");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  const context = Object.assign(Object.create(null), { mine: 1 });
  expect(await agent.run("hello", context)).toBe(context);
  expect(context.result.finalOutput).toBe("one");
  expect(await agent.runAsync("hello", context)).toBe(context);
  expect(context.result.finalOutput).toBe("two");
  expect(context.mine).toBe(1);
  expect(context.history).toHaveLength(4);
});

test("a context that is no plain object is E5", async () => {
  const agent = new Agent({ name: "a", instructions: "Help.", model: "unused" });
  for (const context of [[], new Map(), new Date(0), "text", 1, () => {}]) {
    await expect(agent.run("hello", context as never)).rejects.toMatchObject({
      code: "E5",
      message: "[kantan-agents][E5] Context must be a dict",
    });
  }
});

test("a frozen context is refused before anything runs", async () => {
  const agent = new Agent({ name: "a", instructions: "Help.", model: "unused" });
  await expect(agent.run("hello", Object.freeze({}))).rejects.toMatchObject({ code: "context_not_writable" });
});

test("a run that throws leaves the merged rules, and the result and history as they were", async () => {
  await using endpoint = await scriptedEndpoint("first", { status: 500 });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, outputDest: "out" });
  const context: Record<string, unknown> = {};
  await agent.run("hello", context);
  const { result, history } = context;
  context.toolRules = { deny: "docs.search" };
  await expect(agent.run("again", context)).rejects.toThrow();
  expect(context.toolRules).toEqual({ allow: null, deny: ["docs.search"], params: {} });
  expect(context.result).toBe(result);
  expect(context.history).toBe(history);
  expect(context).not.toHaveProperty("out");
});

test("a finished context turns into JSON", async () => {
  await using endpoint = await scriptedEndpoint("done");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  const context = await agent.run("hello", { who: "Ann" });
  expect(JSON.parse(JSON.stringify(context))).toMatchObject({
    who: "Ann",
    result: { finalOutput: "done", lastAgent: "a", interruptions: [] },
  });
});

test("half a surrogate pair, in the question or in the context, does not break the request", async () => {
  await using endpoint = await scriptedEndpoint("done");
  const agent = new Agent({ name: "a", instructions: "Help {{ $ctx.who }}.", model: endpoint.model });
  const context = await agent.run("hello \udc00", { who: "\ud83d" });
  expect(endpoint.requests[0]?.instructions).toBe("Help \ufffd.");
  expect(JSON.stringify(endpoint.requests[0]?.body.input)).toContain("hello \ufffd");
  expect(context.history?.[0]).toEqual({ role: "user", text: "hello \ufffd" });
});

test("a renderer that returns no text is told so", async () => {
  await using endpoint = await scriptedEndpoint();
  const renderer = (() => 7) as never;
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, renderer });
  await expect(agent.run("hello")).rejects.toMatchObject({ code: "invalid_renderer" });
});

test("a signal that fires ends the run", async () => {
  const controller = new AbortController();
  await using endpoint = await scriptedEndpoint((_, hungUp) => {
    controller.abort(new Error("enough"));
    return new Promise((resolve) => hungUp.addEventListener("abort", () => resolve("late")));
  });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  await expect(agent.run("hello", {}, { signal: controller.signal })).rejects.toThrow();
});

test("options that cannot work are refused when the agent is made", () => {
  const base = { name: "a", instructions: "Help." };
  for (const wrong of [
    { name: " " },
    { history: 1.5 },
    { outputDest: "history" },
    { outputDest: "result" },
    { tools: {} as [] },
    { tools: "docs.search" as unknown as [] },
    { handoffs: {} as [] },
    { onToolRuleViolation: "retrun" as "return" },
  ]) {
    expect(() => new Agent({ ...base, ...wrong })).toThrow(expect.objectContaining({ code: "invalid_agent" }));
  }
});

test.each([undefined, 7, {}])("%j is no input", async (input) => {
  const agent = new Agent({ name: "a", instructions: "Help.", model: "unused" });
  await expect(agent.run(input as unknown as string)).rejects.toMatchObject({ code: "invalid_input" });
});

test("a tool without a name is E4, and what is no tool is told so", () => {
  const base = { name: "a", instructions: "Help." };
  for (const nameless of [{}, { name: "" }, null, 7, () => "anonymous"]) {
    const tools = [nameless] as unknown as AgentTool[];
    expect(() => new Agent({ ...base, tools })).toThrow(
      expect.objectContaining({ code: "E4", message: "[kantan-agents][E4] Tool must define name" }),
    );
  }
  const tools = [{ name: "x" }] as unknown as AgentTool[];
  expect(() => new Agent({ ...base, tools })).toThrow(KigumiError);
});
