import { expect, test } from "vitest";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { defineTool } from "../tool/define-tool.ts";
import { toolset } from "../tool/toolset.ts";
import { agentToolset } from "./agent-toolset.ts";
import { defineAgent } from "./define-agent.ts";
import { createRuntime } from "./runtime.ts";

const plan = async () => ({ finalResponse: { text: "done" } });
const planner = { planStart: plan, planResume: plan };
const restart = (description: string) =>
  defineTool({ name: "ops.restart", description, input: { type: "object" }, execute: () => description });
const [careful, careless] = [restart("after a look"), restart("at once")];

test("two tools of one agent under one id are refused: which of them would run?", async () => {
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const toolsets = [toolset("day", [careful]), toolset("night", [careless])];
  expect(() => runtime.registerAgent(defineAgent({ id: "desk", planner, toolsets }))).toThrow(
    expect.objectContaining({
      code: "duplicate_tool",
      message:
        'agent "desk" has two tools with the id "ops.restart", in the toolsets "day" and "night"; leave one out, or use prefix() or rename()',
    }),
  );
  const asked = agentToolset("helpers", { agent: "helper", tools: [careless] });
  expect(() =>
    runtime.registerAgent(defineAgent({ id: "desk", planner, toolsets: [...toolsets.slice(0, 1), asked] })),
  ).toThrow("has two tools");
});

test("one tool in two toolsets is one tool", async () => {
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const toolsets = [toolset("day", [careful]), toolset("night", [careful])];
  runtime.registerAgent(defineAgent({ id: "desk", planner, toolsets }));
  expect((await runtime.client("desk").oneShot({ messages: [{ role: "user", content: "hello" }] })).status).toBe(
    "completed",
  );
});

test("another toolset under a name that is taken is refused; the same one twice is one", async () => {
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const day = toolset("ops", [careful]);
  runtime.registerToolset(day);
  runtime.registerToolset(day);
  expect(() => runtime.registerToolset(toolset("ops", [careless]))).toThrow(
    expect.objectContaining({ code: "duplicate_toolset" }),
  );
});
