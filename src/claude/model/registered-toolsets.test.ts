import { generateText, jsonSchema, type ToolSet } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, toolset } from "../../index.ts";
import { createAnthropicEndpoint, toolResultsOf } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";
import { ClaudeCodeModel } from "./claude-code-model.ts";
import type { ClaudeCodeModelSettings } from "./model-settings.ts";

const called: string[] = [];

function counting(name: string) {
  return defineTool({
    name,
    description: `Does ${name}`,
    input: z.object({ n: z.number() }),
    execute: ({ n }) => {
      called.push(`${name} ${n}`);
      return { result: n * 2 };
    },
  });
}

const numbers = toolset("numbers", [counting("double"), counting("twice"), counting("both")]);

/** Tools of the caller's, of which only the names count here. */
function named(...names: string[]): ToolSet {
  return Object.fromEntries(names.map((name) => [name, { inputSchema: jsonSchema({ type: "object" }) }]));
}

test("registered tools run in process, inside Claude's own loop, and the caller sees what they did", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [{ text: "Doubling.", toolCalls: [{ name: "mcp__pydantic_tools__double", args: { n: 4 } }] }, "It is 8."],
  });
  const model = modelAt(endpoint);
  model.setAgentToolsets(numbers);
  const { steps, content } = await generateText({ model, prompt: "Double 4." });

  expect(called.splice(0)).toEqual(["double 4"]);
  expect(steps).toHaveLength(1);
  expect(content).toMatchObject([
    { type: "text", text: "Doubling." },
    { type: "tool-call", toolName: "double", input: { n: 4 }, providerExecuted: true, dynamic: true },
    { type: "tool-result", toolName: "double", output: '{"result":8}' },
    { type: "text", text: "It is 8." },
  ]);
  expect(endpoint.requests[0]?.tools?.map(({ name }) => name)).toEqual([
    "mcp__pydantic_tools__both",
    "mcp__pydantic_tools__double",
    "mcp__pydantic_tools__twice",
  ]);
  expect(endpoint.requests[1] && toolResultsOf(endpoint.requests[1])).toMatchObject([{ text: '{"result":8}' }]);
});

test("US5-1 a request that names two of three registered tools is offered these two", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["Hello."] });
  const model = modelAt(endpoint);
  model.setAgentToolsets(numbers, { serverName: "math" });
  await generateText({ model, prompt: "Hi", tools: named("both", "double") });
  expect(endpoint.requests[0]?.tools?.map(({ name }) => name)).toEqual(["mcp__math__both", "mcp__math__double"]);
});

test("an empty list of function tools offers none", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["Hello."] });
  const model = modelAt(endpoint);
  model.setAgentToolsets(numbers);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];
  await model.doGenerate({ prompt, tools: [] });
  expect(endpoint.requests[0]?.tools ?? []).toEqual([]);
});

test("US5-2 SC-006 names that are not registered are refused together, before anything is asked", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [] });
  const model = modelAt(endpoint);
  model.setAgentToolsets(numbers);
  const asking = generateText({ model, prompt: "Hi", maxRetries: 0, tools: named("both", "halve", "third") });
  await expect(asking).rejects.toMatchObject({
    name: "ToolNotFoundError",
    missingTools: ["halve", "third"],
    availableTools: ["double", "twice", "both"],
  });
  endpoint.assertComplete();
});

test("requests that run at once do not see each other's selection", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: () => "Hello." });
  const model = modelAt(endpoint);
  model.setAgentToolsets(numbers);
  await Promise.all([
    generateText({ model, prompt: "first", tools: named("both") }),
    generateText({ model, prompt: "second", tools: named("twice") }),
  ]);
  const offered = endpoint.requests.map(({ messages, tools = [] }) => [
    JSON.stringify(messages).includes("first"),
    tools.map(({ name }) => name),
  ]);
  expect(offered).toEqual(
    expect.arrayContaining([
      [true, ["mcp__pydantic_tools__both"]],
      [false, ["mcp__pydantic_tools__twice"]],
    ]),
  );
});

test("US5-3 where Claude runs the tools, one that is asked for before anything is registered is refused", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: ["Hello.", { toolCalls: [{ name: "mcp__pydantic_tools__double", args: { n: 1 } }] }, "It is 2."],
  });
  const model = modelAt(endpoint, { toolsRunBy: "claude" });
  const ask = (tools?: ToolSet) =>
    generateText({ model, prompt: "Hi", maxRetries: 0, ...(tools === undefined ? {} : { tools }) });
  await expect(ask(named("double", "both"))).rejects.toMatchObject({
    name: "ToolsetNotRegisteredError",
    requestedTools: ["double", "both"],
    message: expect.stringContaining("call setAgentToolsets(toolset) first"),
  });
  expect(endpoint.requests).toEqual([]);
  expect((await ask()).text).toBe("Hello.");

  model.setAgentToolsets(numbers);
  expect((await ask(named("double", "both"))).text).toBe("It is 2.");
  expect(called.splice(0)).toEqual(["double 1"]);
  endpoint.assertComplete();
});

test("where the caller runs the tools there is nothing to register", () => {
  const model = new ClaudeCodeModel({ toolsRunBy: "caller" });
  expect(() => model.setAgentToolsets(numbers)).toThrow(
    expect.objectContaining({ code: "invalid_settings", message: expect.stringContaining("toolsRunBy") }),
  );
  const wrong = { toolsRunBy: "me" } as unknown as ClaudeCodeModelSettings;
  expect(() => new ClaudeCodeModel(wrong)).toThrow('toolsRunBy has to be "caller" or "claude", not "me"');
});
