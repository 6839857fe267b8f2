import { OpenAIProvider, Runner, Agent as SdkAgent, tool } from "@openai/agents";
import { expect, test } from "vitest";
import { createOpenAIEndpoint, type OpenAIEndpoint } from "./create-openai-endpoint.ts";
import type { OpenAIStep } from "./script.ts";

const APIS = [
  { api: "responses", useResponses: true },
  { api: "chat_completions", useResponses: false },
] as const;

function runnerFor({ url }: OpenAIEndpoint, useResponses: boolean): Runner {
  const modelProvider = new OpenAIProvider({ apiKey: "scripted", baseURL: url, useResponses });
  return new Runner({ modelProvider, tracingDisabled: true });
}

const add = tool({
  name: "add",
  description: "Add two numbers",
  strict: false,
  parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
  execute: (input) => {
    const { a, b } = input as { a: number; b: number };
    return a + b;
  },
});

const sum: OpenAIStep[] = [{ toolCalls: [{ name: "add", args: { a: 1, b: 2 } }] }, "It is three. 😀 きっと"];

for (const { api, useResponses } of APIS) {
  test(`the real SDK runs its tool loop through ${api}`, async () => {
    await using endpoint = await createOpenAIEndpoint({ script: sum });
    const agent = new SdkAgent({ name: "calculator", instructions: "Add.", model: "gpt-test", tools: [add] });
    const result = await runnerFor(endpoint, useResponses).run(agent, "1 + 2?");
    expect(result.finalOutput).toBe("It is three. 😀 きっと");
    expect(result.rawResponses[0]?.usage).toMatchObject({ inputTokens: 10, outputTokens: 5, totalTokens: 15 });
    expect(endpoint.requests.map((request) => request.api)).toEqual([api, api]);
    expect(endpoint.requests[1]).toMatchObject({
      model: "gpt-test",
      stream: false,
      instructions: "Add.",
      toolNames: ["add"],
      toolOutputs: [{ callId: "call_1", output: "3" }],
    });
    endpoint.assertComplete();
  });

  test(`a stream of ${api} joins to the same answer`, async () => {
    await using endpoint = await createOpenAIEndpoint({ script: sum });
    const agent = new SdkAgent({ name: "calculator", instructions: "Add.", model: "gpt-test", tools: [add] });
    const result = await runnerFor(endpoint, useResponses).run(agent, "1 + 2?", { stream: true });
    const heard: string[] = [];
    for await (const piece of result.toTextStream()) heard.push(piece);
    await result.completed;
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.join("")).toBe("It is three. 😀 きっと");
    expect(result.finalOutput).toBe("It is three. 😀 きっと");
    expect(endpoint.requests[1]?.stream).toBe(true);
    expect(endpoint.requests[1]?.toolOutputs).toEqual([{ callId: "call_1", output: "3" }]);
  });

  test(`an error status of ${api} reaches the client with its message`, async () => {
    await using endpoint = await createOpenAIEndpoint({ script: [{ status: 429, message: "slow down" }] });
    const agent = new SdkAgent({ name: "calculator", instructions: "Add.", model: "gpt-test" });
    const run = runnerFor(endpoint, useResponses).run(agent, "1 + 2?");
    await expect(run).rejects.toMatchObject({ status: 429, message: expect.stringContaining("slow down") });
    endpoint.assertComplete();
  });
}

test("a step may be a function of the request, and structured output is sent as JSON", async () => {
  await using endpoint = await createOpenAIEndpoint({
    script: (request) => ({ output: { model: request.model, asked: endpoint.requests.length } }),
  });
  const agent = new SdkAgent({ name: "echo", instructions: "Echo.", model: "gpt-test" });
  const result = await runnerFor(endpoint, true).run(agent, "who?");
  expect(JSON.parse(String(result.finalOutput))).toEqual({ model: "gpt-test", asked: 1 });
});

test("a request beyond the script is refused, and assertComplete tells of it", async () => {
  await using endpoint = await createOpenAIEndpoint({ script: [] });
  const agent = new SdkAgent({ name: "echo", instructions: "Echo.", model: "gpt-test" });
  await expect(runnerFor(endpoint, true).run(agent, "who?")).rejects.toThrow("the script is over after 0 steps");
  expect(() => endpoint.assertComplete()).toThrow("add a step");
});

test("assertComplete fails when steps are left over", async () => {
  await using endpoint = await createOpenAIEndpoint({ script: ["unheard"] });
  expect(() => endpoint.assertComplete()).toThrow("has 1 steps and the endpoint was asked 0 times");
});

test("anything but the two APIs is not found", async () => {
  await using endpoint = await createOpenAIEndpoint({ script: ["unheard"] });
  const response = await fetch(`${endpoint.url}/models`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { message: "no GET /v1/models" } });
  expect(endpoint.requests).toEqual([]);
});
