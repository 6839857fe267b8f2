import { expect, test } from "vitest";
import { createMemoryRunLog } from "../../engine/memory/index.ts";
import type { Planner } from "../../run/plan.ts";
import { agentToolset } from "../../runtime/agent-toolset.ts";
import { defineAgent } from "../../runtime/define-agent.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { toolset } from "../../tool/toolset.ts";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { temporaryFile } from "../testing/spans.ts";
import { traceRuns } from "./trace-runs.ts";

/** Calls the tool once, then answers. */
function callingOnce(tool: string, args: Record<string, string>, answer: string): Planner {
  return {
    planStart: async () => ({
      toolCalls: [{ id: `call-${tool}`, name: tool, args }],
      usage: [{ model: "m-1", inputTokens: 10, outputTokens: 5, cost: 0.25 }],
    }),
    planResume: async () => ({ finalResponse: { text: answer } }),
  };
}

test("one search serves every agent: a runtime's runs, nested ones too, are spans of one trace", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const look = defineTool({
    name: "look",
    description: "Look at a device",
    effect: "read",
    input: { type: "object", properties: { device: { type: "string" } } },
    execute: () => "web-1 is up",
  });
  const ask = defineTool({
    name: "ask",
    description: "Ask the analyst",
    input: { type: "object" },
    execute: () => null,
  });
  await using runtime = createRuntime({ engine: { log: traceRuns(createMemoryRunLog(), [tracer]) } });
  runtime.registerAgent(
    defineAgent({
      id: "analyst",
      planner: callingOnce("look", { device: "web-1" }, "it is up"),
      toolsets: [toolset("desk", [look])],
    }),
  );
  runtime.registerAgent(
    defineAgent({
      id: "desk",
      planner: callingOnce("ask", {}, "all is well"),
      toolsets: [agentToolset("analysts", { agent: "analyst", tools: [ask] })],
    }),
  );
  await runtime.sessions.create("s1");
  const run = await runtime
    .client("desk")
    .start({ sessionId: "s1", messages: [{ role: "user", content: "how is web-1?" }] });
  await run.result();
  await runtime.close();

  const [trace, ...others] = await tracer.searchTraces({
    workflowName: "desk",
    groupId: "s1",
    keywords: ["web-1 is UP", "all is well"],
  });
  expect(others).toEqual([]);
  expect(trace).toMatchObject({
    traceId: run.id,
    metadata: { agent_name: "desk", usage_total: { cost: 0.5, total_tokens: 30 } },
  });
  const spans = await tracer.getSpansByTrace(run.id);
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  const tree = spans.map(({ spanType, name, parentId }) =>
    `${nameOf(parentId) ?? ""} > ${spanType} ${name ?? ""}`.trim(),
  );
  expect(tree.sort()).toMatchInlineSnapshot(`
    [
      "> agent desk",
      "analyst > function look",
      "analyst > generation",
      "analyst > generation m-1",
      "ask > agent analyst",
      "desk > function ask",
      "desk > generation",
      "desk > generation m-1",
    ]
  `);
  expect(await tracer.searchSpans({ tool: "look", cost: { min: 0 } })).toEqual([]);
  expect(await tracer.searchSpans({ spanType: "generation", cost: { min: 0.2 } })).toHaveLength(2);
});
