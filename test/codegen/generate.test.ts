/** Generated code: the same bytes every time, formatted, compiled, and run. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as quickStart from "../../examples/seed-003/quick-start.ts";
import { generate } from "../../src/codegen/index.ts";
import type { DesignModel } from "../../src/design/index.ts";
import { evaluate } from "../../src/design/index.ts";
import {
  type AgentClient,
  createMemoryEngine,
  createRuntime,
  createToolContext,
  KigumiError,
  type PlannedCall,
  type Runtime,
  type ToolContext,
  type Toolset,
} from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { final, scriptedPlanner } from "../conformance/scripted-planner.ts";
import { GeneratedFolder } from "./generated-folder.ts";
import { quickStartModel } from "./quick-start-model.ts";

const golden = fileURLToPath(new URL("./golden/quick-start", import.meta.url));

let folder: GeneratedFolder;
beforeAll(() => {
  folder = new GeneratedFolder(generate(quickStartModel));
});
afterAll(() => folder[Symbol.dispose]());

/** What the tests use of the modules that were generated a moment ago. */
interface ChatRegistry {
  registerUsedToolsets(runtime: Runtime, executors: object): void;
  registerChatAgent(runtime: Runtime, config: object): Promise<void>;
}
interface McpEntry {
  call(args: object, ctx: ToolContext): Promise<unknown>;
  read(args: object, ctx: ToolContext): Promise<unknown>;
  get(args: object, ctx: ToolContext): Promise<unknown>;
}
const chatRegistry = () => folder.import<ChatRegistry>("orchestrator/agents/chat/registry.ts");

test("the seed's quick start generates exactly the golden files", async () => {
  const files = generate(evaluate(quickStart));
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(`${golden}/${path}`);
  const there = readdirSync(golden, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(there.length).toBe(files.size);
});

test("the same model gives the same bytes, also after a trip through JSON", () => {
  const again: DesignModel = JSON.parse(JSON.stringify(quickStartModel));
  expect([...generate(again)]).toEqual([...generate(quickStartModel)]);
  const paths = [...generate(quickStartModel).keys()];
  expect(paths).toEqual(paths.toSorted());
});

test("every toolset is emitted once, in the folder of its owner", () => {
  const specs = [...generate(quickStartModel).keys()].filter((path) => path.endsWith("/specs.ts"));
  expect(specs).toEqual([
    "browser/toolsets/web/specs.ts",
    "desk/agents/front/specs/specs.ts",
    "orchestrator/agents/chat/exports/chat_tools/specs.ts",
    "orchestrator/agents/chat/specs/specs.ts",
    "orchestrator/toolsets/devices/specs.ts",
    "orchestrator/toolsets/docs_search/specs.ts",
  ]);
});

test("the catalog of an agent lists its tools by id, without what the system fills in", () => {
  const catalog = JSON.parse(generate(quickStartModel).get("orchestrator/agents/chat/specs/tool_schemas.json") ?? "");
  const ids = catalog.tools.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.toSorted());
  const search = catalog.tools.find(({ id }: { id: string }) => id === "docs.search.search");
  expect(search).toMatchObject({
    service: "orchestrator",
    toolset: "orchestrator.docs.search",
    tags: ["docs", "search"],
  });
  expect(Object.keys(search.payload.schema.properties)).toEqual(["query", "limit"]);
  expect(search.result.schema.$defs).toHaveProperty("Document");
});

test("it is formatted as this repository's formatter leaves it", () => {
  expect(folder.format()).toBe("");
});

test("it compiles under strict flags, and an executor that is missing or of the wrong type does not", () => {
  folder.write(
    "use.ts",
    `import type { Runtime } from "kigumi";
import { registerUsedToolsets } from "./orchestrator/agents/chat/registry.ts";
import { newSearchCall, searchId, type ToolId } from "./orchestrator/toolsets/docs_search/specs.ts";

declare const runtime: Runtime;
registerUsedToolsets(runtime, {
  "docs.search.search": ({ query, limit }) => ({ documents: [{ url: query + limit.toFixed() }] }),
  "docs.search.delete": () => undefined,
  "devices.list": async () => ({ devices: [] }),
});
registerUsedToolsets(runtime, {
  // @ts-expect-error documents are missing
  "docs.search.search": () => ({ found: [] }),
  "docs.search.delete": () => undefined,
  "devices.list": () => ({ devices: [] }),
});
// @ts-expect-error one executor is missing
registerUsedToolsets(runtime, { "docs.search.search": () => ({ documents: [] }), "docs.search.delete": () => undefined });
newSearchCall({ query: "x" });
// @ts-expect-error the session is not the caller's to say
newSearchCall({ query: "x", session_id: "s" });
export const id: ToolId = searchId;
// @ts-expect-error no such tool
export const other: ToolId = "docs.search.find";
`,
  );
  expect(folder.compile()).toBe("");
});

function openRuntime(): Runtime {
  return createRuntime({ engine: createMemoryEngine() });
}

const executors = {
  "docs.search.search": ({ query, limit }: { query: string; limit: number }) => ({
    documents: [{ url: `https://example.com/${query}/${limit}` }],
  }),
  "docs.search.delete": () => "deleted",
  "devices.list": () => ({ devices: ["d1"] }),
};

const orchestrator = {
  calls: [] as unknown[],
  listDevices(payload: unknown) {
    this.calls.push(payload);
    return { devices: ["d1", "d2"], chart: { d1: 1 } };
  },
  getReadme: () => "read me",
  async *watchChanges() {
    yield { resource: "readme" };
  },
  logMessage({ message }: { message: string }) {
    this.calls.push(message);
  },
};

const remote = {
  callTool: async (call: object) => ({ structured: { echoed: call } }),
  listTools: async () => [{ name: "ask", description: "", inputSchema: { type: "object" as const } }],
};
const registry = {
  getToolset: async (name: string, { version }: { version?: string }) => ({
    name,
    ...(version === undefined ? {} : { version }),
    tools: [{ name: "clean", inputSchema: { type: "object" as const } }],
  }),
  callTool: async (call: object) => ({ structured: call }),
};
const config = {
  historyModel: "small",
  mcpCallers: { "assistant-mcp": remote, web: remote },
  registries: { corp: registry },
};

test("a registered agent calls executors with decoded arguments, servers, and what a registry has", async () => {
  await using runtime = openRuntime();
  const { registerChatAgent, registerUsedToolsets } = await chatRegistry();
  const { newSearchCall } = await folder.import<{
    newSearchCall(args: object, options?: object): PlannedCall;
  }>("orchestrator/toolsets/docs_search/specs.ts");
  const calls = [
    newSearchCall({ query: "beams" }, { id: "c1" }),
    { id: "c2", name: "web.open", args: { url: "here" } },
    { id: "c3", name: "assistant-mcp.ask", args: {} },
    { id: "c4", name: "data-tools.clean", args: {} },
    { id: "c5", name: "docs.search.search", args: { limit: 0 } },
  ];
  const planner = scriptedPlanner({ toolCalls: calls }, final("done"));
  registerUsedToolsets(runtime, executors);
  runtime.registerModel("small", {} as never);
  await registerChatAgent(runtime, { ...config, planner });
  await runtime.sessions.create("s1");
  const { chatClient } = await folder.import<{ chatClient(runtime: Runtime): AgentClient }>(
    "orchestrator/agents/chat/agent.ts",
  );
  const { status, toolEvents } = await chatClient(runtime).run({
    sessionId: "s1",
    messages: [{ role: "user", content: "go" }],
  });
  expect(status).toBe("completed");
  const outcomes = new Map(toolEvents.map((event) => [event.callId, event.outcome]));
  expect(outcomes.get("c1")).toMatchObject({
    type: "success",
    content: JSON.stringify({ documents: [{ url: "https://example.com/beams/5", score: 0 }] }),
  });
  expect(JSON.stringify(outcomes.get("c2"))).toContain("web-suite");
  expect(outcomes.get("c3")).toMatchObject({ type: "success" });
  expect(JSON.stringify(outcomes.get("c4"))).toContain("2.1.0");
  // A correction names the field in the words of the tool layer.
  expect(JSON.stringify(outcomes.get("c5"))).toMatch(/"constraint":"required".*query/);
  expect(planner.asked[0]?.tools.map(({ name }) => name)).not.toContain("devices.describe");
});

test("everything that a configuration lacks is named at once, and so is every executor", async () => {
  await using runtime = openRuntime();
  const { registerChatAgent, registerUsedToolsets } = await chatRegistry();
  await expect(registerChatAgent(runtime, { mcpCallers: { web: remote } })).rejects.toMatchObject({
    code: "incomplete_config",
    message:
      'the configuration of agent "orchestrator.chat" lacks planner, historyModel, mcpCallers["assistant-mcp"], registries.corp',
  });
  expect(() => registerUsedToolsets(runtime, {})).toThrow(
    expect.objectContaining({
      code: "missing_executor",
      message: expect.stringMatching(/docs.search.search.*docs.search.delete/),
    }),
  );
});

test("a bound tool calls its method with what the method takes, and brings server data along", async () => {
  const { devicesExecutors } = await folder.import<{ devicesExecutors(services: object, mappers: object): object }>(
    "orchestrator/toolsets/devices/provider.ts",
  );
  const { devicesToolset } = await folder.import<{
    devicesToolset(name: string, executors: object, ids: string[]): Toolset;
  }>("orchestrator/toolsets/devices/specs.ts");
  const mappers = {
    "devices.describe": {
      payload: ({ id }: { id: string }) => ({ site: id }),
      result: ({ devices }: { devices: string[] }) => ({ text: devices.join() }),
    },
  };
  orchestrator.calls.length = 0;
  const bound = devicesExecutors({ orchestrator }, mappers);
  const tools = devicesToolset("devices", bound, ["devices.list", "devices.describe"]);
  const ctx = createToolContext();
  const listed = await tools.get("devices.list")?.executeRaw('{"site":"a","verbose":true}', ctx);
  expect(listed).toMatchObject({
    value: { devices: ["d1", "d2"] },
    serverData: [{ kind: "chart.points", data: { d1: 1 } }],
  });
  expect(orchestrator.calls).toEqual([{ site: "a", limit: 10 }]);
  const without = devicesExecutors({ orchestrator: { listDevices: () => ({ devices: [], chart: null }) } }, mappers);
  const quiet = devicesToolset("devices", without, ["devices.list"]).get("devices.list");
  expect(await quiet?.executeRaw('{"site":"a"}', ctx)).toMatchObject({ value: { devices: [] }, serverData: [] });
  expect(await tools.get("devices.describe")?.executeRaw('{"id":"b"}', ctx)).toMatchObject({
    value: { text: "d1,d2" },
  });
});

test("another agent's export is a run of that agent, and what it passes through is none", async () => {
  await using runtime = openRuntime();
  const chat = await chatRegistry();
  const front = await folder.import<{ registerFrontAgent(runtime: Runtime, config: object): Promise<void> }>(
    "desk/agents/front/registry.ts",
  );
  chat.registerUsedToolsets(runtime, executors);
  runtime.registerModel("small", {} as never);
  const child = scriptedPlanner({ finalResponse: { text: "fine", value: { summary: "all quiet" } } });
  await chat.registerChatAgent(runtime, { ...config, planner: child });
  orchestrator.calls.length = 0;
  const calls = [
    { id: "c1", name: "chat.tools.summarize_status", args: { prompt: "how is it?" } },
    { id: "c2", name: "chat.tools.log_message", args: { message: "noted" } },
  ];
  const planner = scriptedPlanner({ toolCalls: calls }, final("done"));
  await front.registerFrontAgent(runtime, { planner, services: { orchestrator } });
  const output = await runtime.client("desk.front").oneShot({ messages: [{ role: "user", content: "go" }] });
  const outcomes = Object.fromEntries(output.toolEvents.map(({ callId, outcome }) => [callId, outcome]));
  expect(outcomes).toMatchObject({
    c1: { type: "success", content: '{"summary":"all quiet"}' },
    c2: { type: "success", content: "null" },
  });
  expect(child.asked).toHaveLength(1);
  expect(orchestrator.calls).toEqual(["noted"]);
});

test("a service is offered as an MCP server that decodes what it is sent", async () => {
  const { createOrchestratorMcpServer } = await folder.import<{
    createOrchestratorMcpServer(service: object): Record<"tools" | "resources" | "prompts", McpEntry[]>;
  }>("mcp_orchestrator/server.ts");
  const server = createOrchestratorMcpServer(orchestrator);
  const ctx = createToolContext();
  await expect(server.tools[0]!.call({ sit: "a" }, ctx)).rejects.toMatchObject({ code: "invalid_value" });
  expect(await server.tools[0]!.call({ site: "a" }, ctx)).toMatchObject({ devices: ["d1", "d2"] });
  expect(await server.resources[0]!.read({}, ctx)).toBe("read me");
  expect(await server.prompts[0]!.get({}, ctx)).toEqual({ messages: [{ role: "user", content: "Hello!" }] });
  expect(server).toMatchObject({ name: "orchestrator", protocolVersion: "2025-06-18" });
});

test("a completion is asked of a model, or of whoever else answers, with its schema, and decoded", async () => {
  const { completeSummary } = await folder.import<{
    completeSummary(model: object, request: object): Promise<unknown>;
  }>("orchestrator/completions/completions.ts");
  const asked: { schema: object; prompt: string }[] = [];
  const completer = async (request: { schema: object; prompt: string }) => {
    asked.push(request);
    return { text: "short" };
  };
  expect(await completeSummary(completer, { prompt: "sum up" })).toEqual({ text: "short", tone: "calm" });
  expect(asked[0]).toMatchObject({ prompt: "sum up", schema: { type: "object" } });

  const model = scriptedModel([{ text: '{"text":"short","tone":"warm"}' }, { text: "Sure!" }, { text: "{}" }]);
  const request = { prompt: "sum up" };
  expect(await completeSummary(model, request)).toEqual({ text: "short", tone: "warm" });
  expect(model.requests[0]).toMatchObject({
    prompt: [{ role: "user", content: [{ type: "text", text: "sum up" }] }],
    responseFormat: { type: "json", name: "summary", schema: { required: ["text"] } },
  });
  await expect(completeSummary(model, request)).rejects.toMatchObject({
    code: "invalid_completion",
    isRetryable: true,
  });
  await expect(completeSummary(model, request)).rejects.toMatchObject({ code: "invalid_value" });
  const down = scriptedModel([{ error: Object.assign(new Error("overloaded"), { statusCode: 503 }) }]);
  await expect(completeSummary(down, request)).rejects.toMatchObject({ code: "model_unavailable" });
});

test("a toolset that an agent or a service exports is published with its specs", async () => {
  const { publish } = await folder.import<{ publish(registries: object): Promise<void> }>(
    "orchestrator/agents/chat/agenttools/chat_tools/publish.ts",
  );
  const published: object[] = [];
  await publish({ corp: { publishToolset: async (toolset: object) => void published.push(toolset) } });
  expect(published).toEqual([
    expect.objectContaining({
      name: "chat.tools",
      tags: ["chat"],
      tools: [expect.objectContaining({ name: "summarize_status" }), expect.anything()],
    }),
  ]);

  const [service] = quickStartModel.services;
  const exports = [{ toolset: "devices", tags: ["ops"], tools: ["devices.list"], publishTo: ["corp"] }];
  using other = new GeneratedFolder(generate({ ...quickStartModel, services: [{ ...service!, exports }] }));
  const ofService = await other.import<{ publishedToolset(): object }>("orchestrator/exports/devices/publish.ts");
  expect(ofService.publishedToolset()).toMatchObject({
    name: "devices",
    tags: expect.arrayContaining(["ops"]),
    tools: [{ id: "devices.list" }],
  });
  expect(other.compile()).toBe("");
});

test("names that would clash, or are no names at all, still have one file each", () => {
  const [docs] = quickStartModel.toolsets;
  const names = ["a.b", "a-b", "A B", "con", "日本語", "../../etc/passwd", "__proto__"];
  const toolsets = names.map((name) => ({
    ...docs!,
    name,
    tools: docs!.tools.map((tool) => ({ ...tool, id: `${name}.${tool.name}` })),
  }));
  const [agent] = quickStartModel.agents;
  const agents = [{ ...agent!, uses: names.map((toolset) => ({ toolset })), exports: [] }];
  const files = generate({ ...quickStartModel, toolsets, agents });
  const folders = [...files.keys()]
    .filter((path) => path.includes("/toolsets/"))
    .map((path) => path.split("/")[2] ?? "");
  expect(new Set(folders).size).toBe(names.length);
  for (const path of files.keys()) expect(path).toMatch(/^[\w./-]+$/);
  using written = new GeneratedFolder(files);
  expect(written.compile()).toBe("");
});

test("DisableAgentDocs leaves the quickstart out; a schema that cannot be decoded stops the generation", () => {
  const quiet = { ...quickStartModel, api: { name: "a", agentDocs: false } };
  expect(generate(quiet).has("AGENTS_QUICKSTART.md")).toBe(false);
  const odd = {
    ...quickStartModel,
    types: { ...quickStartModel.types, Odd: { type: "array" as const, contains: {} } },
  };
  expect(() => generate(odd)).toThrow(KigumiError);
});
