import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import { generateText, isStepCount, streamText, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryEngine, createRuntime, defineAgent, defineTool, modelPlanner, toolset } from "../../index.ts";
import { createAnthropicEndpoint, toolResultsOf } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";

const ADD = "mcp__pydantic_tools__add";

test("generateText: the caller's tool is offered, its call comes back, and the same session goes on with the result", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [{ text: "Let me add.", toolCalls: [{ name: ADD, args: { a: 2, b: 3 } }] }, "It is 5."],
  });
  const ran: unknown[] = [];
  const { text, steps } = await generateText({
    model: modelAt(endpoint),
    system: "You calculate.",
    prompt: "What is 2 + 3?",
    stopWhen: isStepCount(3),
    tools: {
      add: tool({
        description: "Adds two numbers",
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        execute: async (input) => {
          ran.push(input);
          return { sum: input.a + input.b };
        },
      }),
    },
  });

  expect(text).toBe("It is 5.");
  expect(ran).toEqual([{ a: 2, b: 3 }]);
  expect(steps[0]?.finishReason).toBe("tool-calls");
  const [first, second] = endpoint.requests;
  expect(first?.tools).toMatchObject([{ name: ADD, description: "Adds two numbers" }]);
  expect(JSON.stringify(first?.system)).toContain("You calculate.");
  // Natively: the model finds its own call and the result, not a tale of them.
  expect(second && toolResultsOf(second)).toMatchObject([{ callId: "toolu_1", text: '{"sum":5}', isError: false }]);
  expect(JSON.stringify(second?.messages)).not.toContain("The conversation so far");
  endpoint.assertComplete();
});

test("several calls at once all come back, and their results go to a new session as text", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [
      {
        toolCalls: [
          { name: ADD, args: { a: 1, b: 1 } },
          { name: ADD, args: { a: 2, b: 2 } },
        ],
      },
      "2 and 4.",
    ],
  });
  const { text, steps } = await generateText({
    model: modelAt(endpoint),
    prompt: "Add both.",
    stopWhen: isStepCount(3),
    tools: {
      add: tool({
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        execute: async ({ a, b }) => (a === 2 ? Promise.reject(new Error("no fours today")) : a + b),
      }),
    },
  });
  expect(text).toBe("2 and 4.");
  expect(steps[0]?.toolCalls.map(({ input }) => input)).toEqual([
    { a: 1, b: 1 },
    { a: 2, b: 2 },
  ]);
  const told = JSON.stringify(endpoint.requests[1]?.messages);
  expect(told).toContain("The conversation so far");
  expect(told).toContain("no fours today");
});

test("streamText: text and thinking arrive as deltas, then the end with its usage and its session", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [
      {
        thinking: "hm",
        text: "Hello there",
        usage: { inputTokens: 7, outputTokens: 4, cacheReadTokens: 2, cacheWriteTokens: 1 },
      },
    ],
  });
  const messages: SDKMessage["type"][] = [];
  const model = modelAt(endpoint, {
    onMessage: ({ type }) => {
      messages.push(type);
      throw new Error("a watcher's trouble is its own");
    },
  });
  const result = streamText({ model, prompt: "Hi" });
  const deltas: string[] = [];
  for await (const delta of result.textStream) deltas.push(delta);

  expect(deltas).toEqual(["Hello ", "there"]);
  expect(await result.reasoningText).toBe("hm");
  expect(await result.usage).toMatchObject({
    inputTokens: 10,
    outputTokens: 4,
    inputTokenDetails: { cacheReadTokens: 2 },
  });
  expect((await result.providerMetadata)?.claudeCode).toMatchObject({
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    costUsd: expect.any(Number),
    numTurns: 1,
  });
  expect(messages).toContain("result");
});

test("in this project's planner the model's calls are run by the runtime, under its policy", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [{ toolCalls: [{ name: "mcp__pydantic_tools__ops_restart", args: { id: "web-1" } }] }, "Restarted."],
  });
  const restarted: string[] = [];
  const restart = defineTool({
    name: "ops.restart",
    description: "Restarts a device",
    input: z.object({ id: z.string() }),
    execute: ({ id }) => {
      restarted.push(id);
      return "ok";
    },
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  runtime.registerModel("claude", modelAt(endpoint));
  runtime.registerAgent(
    defineAgent({ id: "desk", planner: modelPlanner({ model: "claude" }), toolsets: [toolset("ops", [restart])] }),
  );
  const output = await runtime.client("desk").oneShot({ messages: [{ role: "user", content: "restart web-1" }] });

  expect(output).toMatchObject({ status: "completed", message: "Restarted." });
  expect(restarted).toEqual(["web-1"]);
  // The session went on: the answer stands where Claude asked, not in a retelling of the conversation.
  expect(endpoint.requests[1] && toolResultsOf(endpoint.requests[1])).toMatchObject([{ text: "ok" }]);
  expect(output.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
});

test("a schema that the API refuses is offered in other terms, and the call comes back in the caller's own", async () => {
  const inputSchema: LanguageModelV4FunctionTool["inputSchema"] = {
    anyOf: [
      { type: "object", properties: { metres: { type: "number" } }, required: ["metres"] },
      { type: "object", properties: { feet: { type: "number" } }, required: ["feet"] },
    ],
  };
  await using endpoint = await createAnthropicEndpoint({
    script: [{ toolCalls: [{ name: "mcp__pydantic_tools__measure", args: { input: { feet: 3 } } }] }],
  });
  const { content } = await modelAt(endpoint).doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text: "Measure." }] }],
    tools: [{ type: "function", name: "measure", inputSchema }],
  });
  expect(endpoint.requests[0]?.tools).toHaveLength(1);
  expect(content).toMatchObject([{ type: "tool-call", toolName: "measure", input: '{"feet":3}' }]);
});
