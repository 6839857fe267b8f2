import { webSearchTool } from "@openai/agents";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { Agent } from "./agent.ts";
import {
  getEffectiveToolRules,
  getProviderToolRules,
  listProviderTools,
  registerToolProvider,
  type ToolProvider,
  ToolRulesMode,
} from "./index.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const unregister of undo.splice(0)) unregister();
});

function register(provider: Partial<ToolProvider>): void {
  undo.push(registerToolProvider({ listTools: () => [], getToolRules: () => null, ...provider }));
}

const fetchPage = defineTool({
  name: "web.fetch",
  description: "Fetch",
  input: z.object({ url: z.string() }),
  execute: () => "page",
});

test("9.1 an agent has its providers' tools, and is held to their rules", async () => {
  register({
    listTools: () => [fetchPage, webSearchTool(), function now() {}],
    getToolRules: () => ({ deny: ["now"], params: { "web.fetch": { url: { pattern: "^https:" } } } }),
  });
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "web.fetch", args: { url: "http://x" } }] });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  await expect(agent.run("hello")).rejects.toMatchObject({
    message: "[kantan-agents][E15] Tool parameter pattern mismatch: web.fetch.url",
  });
  expect(endpoint.requests[0]?.toolNames).toEqual(["web_fetch", "web_search"]);
});

test("9.1 an agent's own tool takes the place of a provider's of the same name", async () => {
  register({ listTools: () => [fetchPage, function last() {}] });
  const own = fetchPage.renamed("web.fetch");
  const mine = defineTool({ name: "web.fetch", description: "Mine", input: z.object({}), execute: () => "mine" });
  await using endpoint = await scriptedEndpoint("done");
  await new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [own, mine] }).run("hello");
  expect(endpoint.requests[0]?.body.tools).toMatchObject([
    { name: "web_fetch", description: "Mine" },
    { name: "last" },
  ]);
});

test("9.2 explicit rules win over a provider's: unions, and parameters by tool", async () => {
  register({ getToolRules: () => ({ allow: ["a"], deny: ["x"], params: { a: { n: { minimum: 1, maximum: 5 } } } }) });
  await using endpoint = await scriptedEndpoint("done");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  const toolRules = {
    allow: ["b"],
    deny: ["y"],
    params: { a: { n: { maximum: 9 } }, b: { s: { type: "string" } } },
  } as const;
  expect((await agent.run("hello", { toolRules })).toolRules).toEqual({
    allow: ["a", "b"],
    deny: ["x", "y"],
    params: { a: { n: { minimum: 1, maximum: 9 } }, b: { s: { type: "string" } } },
  });
});

test("9.3 a provider's rules win over the base, which has no opinion", async () => {
  register({ getToolRules: () => ({ allow: ["a"] }) });
  expect(await getEffectiveToolRules()).toEqual({ allow: ["a"], deny: null, params: {} });
  expect(await getEffectiveToolRules({ toolRules: ToolRulesMode.RECOMMENDED })).toMatchObject({ allow: ["a"] });
});

test("9.4 a provider without both methods is E7", () => {
  for (const provider of [{}, { listTools: () => [] }, { getToolRules: () => null }, null]) {
    expect(() => registerToolProvider(provider as never)).toThrow(
      expect.objectContaining({
        code: "E7",
        message: "[kantan-agents][E7] Tool provider must implement list_tools and get_tool_rules",
      }),
    );
  }
});

test("9.5 listProviderTools names the providers' tools, once each", async () => {
  register({ listTools: () => [fetchPage, webSearchTool()] });
  register({ listTools: () => [fetchPage] });
  expect(await listProviderTools()).toEqual(["web.fetch", "web_search"]);
});

test("9.6 getProviderToolRules joins what the providers say", async () => {
  expect(await getProviderToolRules()).toEqual({ allow: null, deny: null, params: {} });
  register({ getToolRules: () => ({ deny: ["a"] }) });
  register({ getToolRules: () => ({ deny: ["b"] }) });
  expect(await getProviderToolRules()).toEqual({ allow: null, deny: ["a", "b"], params: {} });
});

test("9.7 the rules that are passed replace the context's, and are joined to the providers'", async () => {
  register({ getToolRules: () => ({ deny: ["a"] }) });
  const context = { toolRules: { deny: ["b"] } };
  expect((await getEffectiveToolRules({ context })).deny).toEqual(["a", "b"]);
  expect((await getEffectiveToolRules({ context, toolRules: { deny: ["c"] } })).deny).toEqual(["a", "c"]);
  await expect(getEffectiveToolRules({ context: [] as never })).rejects.toMatchObject({ code: "E5" });
});

test("E4: a provider's tool without a name", async () => {
  register({ listTools: () => [{ name: "" }] });
  const agent = new Agent({ name: "a", instructions: "Help.", model: "unused" });
  await expect(agent.run("hello")).rejects.toMatchObject({
    code: "E4",
    message: "[kantan-agents][E4] Tool must define name",
  });
});

test("running twice over one context, or with two agents, joins the same rules again", async () => {
  register({ getToolRules: () => ({ deny: ["x"] }) });
  await using endpoint = await scriptedEndpoint("one", "two");
  const context = await new Agent({ name: "a", instructions: "A.", model: endpoint.model }).run("hello");
  const before = structuredClone(context.toolRules);
  await new Agent({ name: "b", instructions: "B.", model: endpoint.model }).run("hello", context);
  expect(context.toolRules).toEqual(before);
  expect(context.history).toHaveLength(4);
});
