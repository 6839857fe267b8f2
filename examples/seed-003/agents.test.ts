import { createRuntime, implement, KigumiError } from "kigumi";
import { evaluate } from "kigumi/design";
import { expect, test } from "vitest";
import * as agent from "./agent.ts";
import * as exported from "./export.ts";
import * as passthrough from "./passthrough.ts";
import * as quickStart from "./quick-start.ts";
import { GO, open, scripted } from "./run-design.ts";
import * as use from "./use.ts";

const nothing = { callTool: async () => ({}), listTools: async () => [] };

test("quick start: the agent searches with the default limit, within its caps", async () => {
  const planner = scripted([{ name: "docs.search.search", args: { query: "restart" } }]);
  const limits: number[] = [];
  await using runtime = await open(quickStart, {
    planners: { "orchestrator.chat": planner },
    executors: {
      "docs.search.search": ({ query, limit }: { query: string; limit: number }) => {
        limits.push(limit);
        return { documents: [`how to ${query}`] };
      },
    },
    mcpCallers: { "assistant-mcp": nothing },
  });
  const { status, toolEvents } = await runtime.client("orchestrator.chat").oneShot({ messages: GO });
  expect(status).toBe("completed");
  expect(limits).toEqual([5]);
  expect(toolEvents[0]).toMatchObject({ outcome: { content: '{"documents":["how to restart"]}' } });
  const [started] = await runtime.runs.read((await runtime.runs.list({}))[0]?.runId ?? "");
  expect(started).toMatchObject({
    policy: { maxToolCalls: 8, maxConsecutiveFailedToolCalls: 3, timeBudgetMs: 120_000 },
  });
});

test("quick start: tool ids are the toolset's authored name and the tool's", () => {
  const { agents, toolsets } = evaluate(quickStart);
  expect(toolsets.flatMap(({ tools }) => tools.map(({ id }) => id))).toEqual([
    "docs.search.search",
    "chat.tools.summarize_status",
  ]);
  expect(agents[0]?.exports).toMatchObject([{ toolset: "chat.tools" }]);
});

test("quick start: what is missing is named at once", async () => {
  const failure = await createRuntime({ design: evaluate(quickStart) }).catch((error: unknown) => error);
  expect(KigumiError.isInstance(failure) && failure.message).toMatchInlineSnapshot(`
    "the design cannot run like this:
    - the agent "orchestrator.chat" has no planner; pass planners: { "orchestrator.chat": … }
    - the toolset "assistant-mcp" is served by MCP; pass mcpCallers: { "assistant-mcp": … }
    - nothing executes the tool "docs.search.search"; pass executors: { "docs.search.search": (input, ctx) => … }"
  `);
});

test("Agent: it is registered under its service's name and its own, with its limits, and a run of it can be started", async () => {
  const planner = scripted([{ name: "docs.search", args: {} }]);
  await using runtime = await open(agent, {
    planners: { "orchestrator.chat": planner },
    executors: { "docs.search": () => "found" },
  });
  const output = await runtime.client("orchestrator.chat").oneShot({ messages: GO });
  expect(output).toMatchObject({ status: "completed", agentId: "orchestrator.chat", message: "done" });
  // What an agent exports is for others to call.
  expect(planner.inputs[0]?.tools.map(({ name }) => name)).toEqual(["docs.search"]);
});

test("Use: of a toolset only the named tools are offered, and nobody has to execute the others", async () => {
  const planner = scripted(
    [{ name: "common.escalate", args: {} }],
    [{ id: "ask", name: "toolset.ask", args: { question: "why?" } }],
  );
  await using runtime = await open(use, {
    planners: { "service.chat": planner, "service.agent": scripted({ finalResponse: { text: "because" } }) },
    executors: {
      "docs.search": () => null,
      "common.notify": () => null,
      "helpers.answer": () => ({ answer: "42" }),
    },
    mcpCallers: {
      "assistant-mcp": {
        ...nothing,
        listTools: async () => [{ name: "review", inputSchema: { type: "object" } }],
      },
    },
  });
  const { toolEvents } = await runtime.client("service.chat").oneShot({ messages: GO });
  expect(planner.inputs[0]?.tools.map(({ name }) => name)).toEqual([
    "docs.search",
    "common.notify",
    "assistant-mcp.review",
    "helpers.answer",
    "toolset.ask",
  ]);
  expect(toolEvents).toMatchObject([
    { tool: "common.escalate", outcome: { type: "failure", failure: { kind: "unavailable" } } },
    { tool: "toolset.ask", outcome: { type: "success", content: "because" } },
  ]);
});

test.each(["orchestrator", "dispatcher"])("Export: a call by %s is a run of the exporting agent", async (caller) => {
  const call = { id: "c1", name: "planning.tools.create_plan", args: { goal: "tidy up" } };
  const planner = scripted({ finalResponse: { text: "a plan", value: { plan: "1. sweep" } } });
  await using runtime = await open(exported, {
    planners: { "service.planner": planner, [`service.${caller}`]: scripted([call]) },
  });
  const { toolEvents } = await runtime.client(`service.${caller}`).oneShot({ messages: GO });
  expect(planner.inputs[0]?.messages).toEqual([{ role: "user", content: "tidy up" }]);
  expect(toolEvents[0]?.outcome).toMatchObject({ type: "success", content: '{"plan":"1. sweep"}' });
  const runs = await runtime.runs.list({});
  expect(runs.map(({ agentId }) => agentId).sort()).toEqual([`service.${caller}`, "service.planner"].sort());
});

test("Export: an answer that is not what the tool returns is told to the caller", async () => {
  const call = { id: "c1", name: "planning.tools.create_plan", args: { goal: "tidy up" } };
  await using runtime = await open(exported, {
    planners: {
      "service.planner": scripted({ finalResponse: { text: "a plan", value: { plan: 1 } } }),
      "service.orchestrator": scripted([call]),
    },
  });
  const { toolEvents } = await runtime.client("service.orchestrator").oneShot({ messages: GO });
  expect(toolEvents[0]?.outcome).toMatchObject({ type: "failure", failure: { kind: "malformed_result" } });
});

test("Passthrough: the call goes to the method, and the exporting agent is never asked", async () => {
  const logger = scripted();
  const messages: string[] = [];
  await using runtime = await open(passthrough, {
    planners: {
      "desk.logger": logger,
      "desk.chat": scripted([{ name: "logging-tools.log_message", args: { message: "hello" } }]),
    },
    services: [
      implement(passthrough.LoggingService, {
        LogMessage: ({ message }: { message: string }) => {
          messages.push(message);
          return { logged: true };
        },
      }),
    ],
  });
  const { toolEvents } = await runtime.client("desk.chat").oneShot({ messages: GO });
  expect(messages).toEqual(["hello"]);
  expect(toolEvents[0]?.outcome).toMatchObject({ content: '{"logged":true}' });
  expect(logger.inputs).toEqual([]);
  expect(await runtime.runs.list({})).toHaveLength(1);
});
