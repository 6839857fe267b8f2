import { createMemoryEngine, createRuntime } from "kigumi";
import { evaluate } from "kigumi/design";
import { expect, test } from "vitest";
import * as agentDocs from "./agent-docs.ts";
import * as fromRegistry from "./from-registry.ts";
import * as mcpCalculator from "./mcp-calculator.ts";
import * as mcpOffers from "./mcp-offers.ts";
import * as mcpServer from "./mcp-server.ts";
import * as mcpToolset from "./mcp-toolset.ts";
import * as registry from "./registry.ts";
import * as registrySources from "./registry-sources.ts";
import { GO, open, scripted } from "./run-design.ts";

test("DisableAgentDocs: the model says that no page is to be generated", () => {
  expect(evaluate(agentDocs).api).toMatchObject({ name: "orchestrator", agentDocs: false });
});

test("MCPServer and MCP say the same; a method's payload and result are the tool's", () => {
  const [calculator, alias] = evaluate(mcpCalculator).services;
  expect(calculator?.mcp).toMatchObject({
    ...{ name: "calc", version: "1.0.0", protocolVersion: "2025-06-18", description: "Calculator MCP server" },
    capabilities: { tools: true, resources: false, prompts: false },
    tools: [{ name: "add", description: "Add two numbers", method: "add" }],
  });
  expect(alias?.mcp).toMatchObject({ name: "calc-alias", version: "1.0.0", protocolVersion: "2025-06-18" });
  expect(calculator?.methods[0]?.payload?.schema).toMatchObject({ required: ["a", "b"] });
});

test("resources, prompts, notifications, subscriptions and monitors are complete in the model", () => {
  const [service] = evaluate(mcpOffers).services;
  expect(service?.mcp).toMatchObject({
    capabilities: { tools: false, resources: true, prompts: true },
    resources: [
      { name: "readme", uri: "file:///docs/README.md", mimeType: "text/markdown", isWatchable: false },
      { name: "status", uri: "status://system", mimeType: "application/json", isWatchable: true },
    ],
    notifications: [{ name: "progress", method: "progress_update" }],
    subscriptions: [{ resource: "status", method: "subscribe_status" }],
    monitors: [{ name: "subscriptions", method: "watch_subscriptions" }],
  });
  expect(service?.mcp?.prompts).toEqual([
    {
      ...{ type: "static", name: "greeting", description: "Friendly greeting" },
      messages: [
        { role: "system", content: "You are a helpful assistant" },
        { role: "user", content: "Hello!" },
      ],
    },
    {
      ...{ type: "dynamic", name: "code_review", description: "Generate code review prompt", method: "code_review" },
      arguments: [
        { name: "language", description: "Programming language", required: true },
        { name: "code", description: "Code to review", required: true },
      ],
    },
  ]);
});

test("the complete MCP server offers everything at once", () => {
  const [service] = evaluate(mcpServer).services;
  expect(service?.mcp).toMatchObject({
    capabilities: { tools: true, resources: true, prompts: true },
    tools: [{ name: "search", method: "search" }],
    subscriptions: [{ resource: "status", method: "subscribe_status" }],
    notifications: [{ name: "progress", method: "notify_progress" }],
  });
  expect(service?.mcp?.prompts.map(({ name }) => name)).toEqual(["greeting", "code_review"]);
});

test("MCPToolset: tools of a service's server and of one elsewhere are called through their callers", async () => {
  const calls: unknown[] = [];
  const caller = (structured: object) => ({
    callTool: async ({ toolset, tool, arguments: args }: { toolset: string; tool: string; arguments: object }) => {
      calls.push({ toolset, tool, args });
      return { structured };
    },
  });
  await using runtime = await open(mcpToolset, {
    planners: {
      "orchestrator.chat": scripted([{ name: "assistant-mcp.search", args: { query: "x" } }]),
      "orchestrator.helper": scripted([{ name: "search.web_search", args: { query: "y" } }]),
    },
    mcpCallers: { "assistant-mcp": caller({ results: ["a"] }), search: caller({ results: 1 }) },
  });
  const chat = await runtime.client("orchestrator.chat").oneShot({ messages: GO });
  expect(chat.toolEvents[0]?.outcome).toMatchObject({ type: "success", content: '{"results":["a"]}' });
  // What a server answers is held against the design, as every result is.
  const helper = await runtime.client("orchestrator.helper").oneShot({ messages: GO });
  expect(helper.toolEvents[0]?.outcome).toMatchObject({ type: "failure", failure: { kind: "malformed_result" } });
  expect(calls).toEqual([
    { toolset: "assistant-mcp", tool: "search", args: { query: "x", limit: 10 } },
    { toolset: "search", tool: "web_search", args: { query: "y" } },
  ]);
});

test("Registry and Federation: everything that is said of a registry is in the model", () => {
  const { registries, securitySchemes } = evaluate(registrySources);
  expect(registries).toEqual([
    {
      ...{ name: "corp-registry", description: "Corporate tool registry", url: "https://registry.corp.internal" },
      ...{ apiVersion: "v1", security: ["corp_api_key"], timeout: "30s", retry: { maxRetries: 3, backoff: "1s" } },
      ...{ syncInterval: "5m", cacheTtl: "1h" },
    },
    {
      ...{ name: "anthropic", description: "Anthropic MCP Registry", url: "https://registry.anthropic.com/v1" },
      ...{ apiVersion: "v1", security: ["anthropic_oauth"], syncInterval: "1h", cacheTtl: "24h" },
      federation: {
        include: ["web-search", "code-execution", "data-*"],
        exclude: ["experimental/*", "deprecated/*"],
      },
    },
  ]);
  expect(securitySchemes.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    "corp_api_key: apiKey",
    "anthropic_oauth: oauth2",
  ]);
});

test("FromRegistry: the registry is asked for the pinned version, and its tools are called there", async () => {
  const asked: unknown[] = [];
  const planner = scripted([{ name: "configured-tools.load", args: { any: "thing" } }]);
  await using runtime = await open(fromRegistry, {
    planners: { "data.data-agent": planner },
    executors: { "utils.summarize": () => ({ summary: "short" }) },
    registries: {
      corp: {
        getToolset: async (name, options) => {
          asked.push({ name, ...options });
          return { name, tools: [{ name: "load", inputSchema: { type: "object" } }] };
        },
        callTool: async ({ tool, version }) => ({ text: `${tool} ${version}` }),
      },
    },
  });
  const { toolEvents } = await runtime.client("data.data-agent").oneShot({ messages: GO });
  expect(asked).toEqual([
    { name: "data-tools" },
    { name: "data-tools" },
    { name: "data-tools", version: "1.2.3" },
    { name: "data-tools", version: "1.2.3" },
  ]);
  expect(planner.inputs[0]?.tools.map(({ name }) => name)).toEqual([
    "data-tools.load",
    "my-tools.load",
    "configured-tools.load",
    "stable-tools.load",
    "utils.summarize",
  ]);
  expect(toolEvents[0]?.outcome).toMatchObject({ content: "load 1.2.3" });
});

test("PublishTo: an export says where it is published, and under which tags", () => {
  expect(evaluate(fromRegistry).agents[0]?.exports).toEqual([
    { toolset: "utils", tags: ["data", "etl"], publishTo: ["corp"] },
  ]);
});

test("the complete registry example names every registry it lacks", async () => {
  const making = createRuntime({
    engine: createMemoryEngine(),
    design: evaluate(registry),
    planners: { "orchestrator.analyst": scripted() },
    executors: { "analytics.analyze": () => ({ insights: [] }) },
  });
  await expect(making).rejects.toThrow(
    /"data-tools" comes from the registry "corp-registry"[\s\S]*"web-search" comes from the registry "anthropic"/,
  );
});
