/** Every design generates code that compiles, and that behaves as a runtime does that is wired from the model. */
import {
  createMemoryEngine,
  createRuntime,
  implement,
  jsonResult,
  type PlannedCall,
  type RunEvent,
  type Runtime,
} from "kigumi";
import { createTestClock } from "kigumi/testing";
import { afterAll, expect, test } from "vitest";
import * as bindTo from "./bind-to.ts";
import * as exported from "./export.ts";
import { GeneratedCode } from "./generated-code.ts";
import * as inject from "./inject.ts";
import * as passthrough from "./passthrough.ts";
import { GO, open, scripted } from "./run-design.ts";
import * as serverData from "./server-data.ts";

const code = new GeneratedCode();
afterAll(() => code[Symbol.dispose]());

test("the generated code of all designs type-checks", () => {
  expect(code.compile()).toBe("");
});

test("the quick start generates an agent, its toolset, its export and the page for newcomers", () => {
  const files = code.files("quick-start");
  expect(files).toContain("AGENTS_QUICKSTART.md");
  expect(files).toContain("orchestrator/agents/chat/agent.ts");
  expect(files).toContain("orchestrator/agents/chat/specs/tool_schemas.json");
  expect(files.filter((file) => file.includes("/toolsets/docs_search/"))).not.toEqual([]);
  expect(files.filter((file) => file.includes("/exports/chat_tools/"))).not.toEqual([]);
  expect(files.filter((file) => file.includes("/agenttools/chat_tools/"))).not.toEqual([]);
});

test("tools are referred to by constants that the compiler knows", async () => {
  const specs = await code.import<Record<string, unknown>>("quick-start/orchestrator/toolsets/docs_search/specs.ts");
  expect(specs.searchId).toBe("docs.search.search");
});

test("DisableAgentDocs: the page for newcomers is not generated", () => {
  expect(code.files("agent-docs")).not.toContain("AGENTS_QUICKSTART.md");
});

/** Everything that is logged of a run and of the runs below it, at a time that stands still. */
async function logsOf(runtime: Runtime, agentId: string): Promise<readonly (readonly unknown[])[]> {
  await runtime.sessions.create("s1");
  await runtime.client(agentId).run({ sessionId: "s1", runId: "run", messages: GO });
  const runs = (await runtime.runs.list({})).map(({ runId }) => runId).sort();
  return Promise.all(runs.map(async (runId) => (await runtime.runs.read(runId)).map(comparable)));
}

/** Which fault was found where has to be the same; how it is worded is the validator's own. */
function comparable(event: RunEvent): unknown {
  if (event.type !== "tool_result_received" || event.outcome.type === "success") return event;
  const { kind, recovery } = event.outcome.failure;
  const issues = recovery.action === "correct_call" ? (recovery.issues ?? []) : [];
  const found = issues.map(({ path, constraint }) => ({ path, constraint }));
  return { ...event, outcome: { type: "failure", kind, recovery: { ...recovery, issues: found } } };
}

const still = () => ({ engine: createMemoryEngine(), clock: createTestClock() });

/** Registers what was generated: toolsets first, then agents. */
type Register = (runtime: Runtime) => Promise<void>;
type RegisterAgent = (runtime: Runtime, config: object) => Promise<void>;
type RegisterToolsets = (runtime: Runtime, executors: object) => void;
type ExecutorsOf = (services: object) => object;

async function expectSame(agentId: string, fromModel: Promise<Runtime>, register: Register): Promise<void> {
  await using wired = await fromModel;
  await using generated = createRuntime(still());
  await register(generated);
  const logs = await logsOf(generated, agentId);
  expect(logs.flat().length).toBeGreaterThan(5);
  expect(await logsOf(wired, agentId)).toEqual(logs);
}

const calls = (...each: PlannedCall[]) => each.map((call, index) => ({ id: `c${index}`, ...call }));

test("BindTo: generated code and the model log the same", async () => {
  const script = calls(
    { name: "docs.search", args: { query: "x" } },
    { name: "docs.find", args: { query: "y", reason: "curious" } },
    { name: "docs.find", args: { reason: 1 } },
  );
  const search = ({ query }: { query: string }) => ({ documents: [query], took_ms: 3 });
  const wired = open(bindTo, {
    ...still(),
    planners: { "orchestrator.chat": scripted(script) },
    services: [implement("orchestrator", { search })],
  });
  await expectSame("orchestrator.chat", wired, async (runtime) => {
    const registry = await code.import<{
      registerUsedToolsets: RegisterToolsets;
      registerChatAgent: RegisterAgent;
    }>("bind-to/orchestrator/agents/chat/registry.ts");
    const { docsExecutors } = await code.import<{ docsExecutors: ExecutorsOf }>(
      "bind-to/orchestrator/toolsets/docs/provider.ts",
    );
    registry.registerUsedToolsets(runtime, docsExecutors({ orchestrator: { search } }));
    await registry.registerChatAgent(runtime, { planner: scripted(script) });
  });
});

test("ServerData: generated code and the model log the same", async () => {
  const script = calls(
    { name: "series.get_chart", args: { device_id: "d1" } },
    { name: "series.get_metrics", args: { device_id: "d1", server_data: "on" } },
    { name: "series.get_time_series", args: { device_id: "d1" } },
  );
  const data_points = [{ at: "now", value: 1 }];
  const chart = () => ({ summary: "drawn", chart_sidecar: { data_points }, evidence: [{ source: "log" }] });
  const executors = {
    "series.get_time_series": () => ({ summary: "", count: 0 }),
    "series.get_metrics": () =>
      jsonResult({ summary: "", point_count: 1 }, { serverData: [{ kind: "atlas.metrics", data: { data_points } }] }),
  };
  const wired = open(serverData, {
    ...still(),
    planners: { "atlas.chat": scripted(script) },
    executors,
    services: [implement("atlas", { chart })],
  });
  await expectSame("atlas.chat", wired, async (runtime) => {
    const registry = await code.import<{
      registerUsedToolsets: RegisterToolsets;
      registerChatAgent: RegisterAgent;
    }>("server-data/atlas/agents/chat/registry.ts");
    const { seriesExecutors } = await code.import<{ seriesExecutors: ExecutorsOf }>(
      "server-data/atlas/toolsets/series/provider.ts",
    );
    registry.registerUsedToolsets(runtime, { ...executors, ...seriesExecutors({ atlas: { chart } }) });
    await registry.registerChatAgent(runtime, { planner: scripted(script) });
  });
});

test("Inject: generated code and the model log the same", async () => {
  const script = calls(
    { name: "data.get_data", args: { query: "mine" } },
    { name: "data.get_data", args: { query: "theirs", session_id: "s2" } },
  );
  const get = ({ session_id }: { session_id: string }) => ({ data: [session_id] });
  const wired = open(inject, {
    ...still(),
    planners: { "data_service.chat": scripted(script) },
    services: [implement("data_service", { get })],
  });
  await expectSame("data_service.chat", wired, async (runtime) => {
    const registry = await code.import<{
      registerUsedToolsets: RegisterToolsets;
      registerChatAgent: RegisterAgent;
    }>("inject/data_service/agents/chat/registry.ts");
    const { dataExecutors } = await code.import<{ dataExecutors: ExecutorsOf }>(
      "inject/data_service/toolsets/data/provider.ts",
    );
    registry.registerUsedToolsets(runtime, dataExecutors({ dataService: { get } }));
    await registry.registerChatAgent(runtime, { planner: scripted(script) });
  });
});

test("Passthrough: generated code and the model log the same", async () => {
  const script = calls({ name: "logging-tools.log_message", args: { message: "hello" } });
  const logMessage = () => ({ logged: true });
  const wired = open(passthrough, {
    ...still(),
    planners: { "desk.chat": scripted(script) },
    services: [implement("LoggingService", { logMessage })],
  });
  await expectSame("desk.chat", wired, async (runtime) => {
    const { registerChatAgent } = await code.import<{ registerChatAgent: RegisterAgent }>(
      "passthrough/desk/agents/chat/registry.ts",
    );
    await registerChatAgent(runtime, { planner: scripted(script), services: { loggingService: { logMessage } } });
  });
});

test("Export: generated code and the model log the same, also of the run that answers", async () => {
  const script = calls({ name: "planning.tools.create_plan", args: { goal: "tidy up" } });
  const answer = { finalResponse: { text: "a plan", value: { plan: "1. sweep" } } };
  const wired = open(exported, {
    ...still(),
    planners: { "service.orchestrator": scripted(script), "service.planner": scripted(answer) },
  });
  await expectSame("service.orchestrator", wired, async (runtime) => {
    const { registerPlannerAgent } = await code.import<{ registerPlannerAgent: RegisterAgent }>(
      "export/service/agents/planner/registry.ts",
    );
    const { registerOrchestratorAgent } = await code.import<{ registerOrchestratorAgent: RegisterAgent }>(
      "export/service/agents/orchestrator/registry.ts",
    );
    await registerPlannerAgent(runtime, { planner: scripted(answer) });
    await registerOrchestratorAgent(runtime, { planner: scripted(script) });
  });
});
