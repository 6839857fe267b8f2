import { hostedMcpTool, tool as sdkTool, shellTool, toolSearchTool, webSearchTool } from "@openai/agents";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../json/json.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { Agent } from "./agent.ts";
import { getContextWithToolRules, ToolRulesMode, toolRulesFromMode } from "./index.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";

/** A tool that counts how often it ran. */
function counted(options: { strict?: boolean } = {}): { tool: Tool; runs: () => number } {
  let runs = 0;
  const input = z.object({
    query: z.string(),
    limit: z.number().optional(),
    flag: z.boolean().optional(),
  });
  const tool = defineTool({
    name: "docs.search",
    description: "Search",
    tags: ["docs"],
    ...options,
    input,
    execute: () => ++runs,
  });
  return { tool, runs: () => runs };
}

function calling(args: JsonObject | string, name = "docs.search") {
  return { toolCalls: [{ name, args }] };
}

test("7.4 rules that are no object are E18, before anything runs", async () => {
  const agent = new Agent({ name: "a", instructions: "Help.", model: "unused" });
  for (const toolRules of ["ALLOW_ALL", 1, true, [], new Map(), () => {}]) {
    const violation = { code: "E18", message: "[kantan-agents][E18] Tool rules must be a dict" };
    await expect(agent.run("hello", { toolRules })).rejects.toMatchObject(violation);
    await expect(agent.run("hello", { tool_rules: toolRules })).rejects.toMatchObject(violation);
  }
});

test("8.2 a denied tool is hidden from the model, and called all the same it is E8", async () => {
  for (const toolRules of [
    { deny: ["docs.search"] },
    { deny: "*" },
    { allow: [] },
    { allow: ["other"] },
    { deny: ["tag:docs"] },
    ToolRulesMode.DENY_ALL,
  ] as const) {
    await using endpoint = await scriptedEndpoint(calling({ query: "x" }));
    const { tool, runs } = counted();
    const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool] });
    await expect(agent.run("hello", { toolRules })).rejects.toMatchObject({
      name: "ToolRuleError",
      code: "E8",
      message: "[kantan-agents][E8] Tool is not allowed: docs.search",
    });
    expect(endpoint.requests[0]?.toolNames).toEqual([]);
    expect(runs()).toBe(0);
  }
});

test("8.2 deny wins over allow, and what is allowed runs", async () => {
  await using endpoint = await scriptedEndpoint(calling({ query: "x" }), "done");
  const { tool, runs } = counted();
  const other = defineTool({ name: "other", description: "Other", input: z.object({}), execute: () => "" });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool, other] });
  await agent.run("hello", { toolRules: { allow: "*", deny: ["other"] } });
  expect(endpoint.requests[0]?.toolNames).toEqual(["docs_search"]);
  expect(runs()).toBe(1);
});

test("8.2 rules that change during a run count at the next call", async () => {
  await using endpoint = await scriptedEndpoint(
    { toolCalls: [{ name: "tighten", args: {} }] },
    calling({ query: "x" }),
  );
  const { tool, runs } = counted();
  const context: Record<string, unknown> = {};
  const tighten = () => {
    context.toolRules = { deny: ["docs.search"] };
  };
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool, tighten] });
  await expect(agent.run("hello", context)).rejects.toMatchObject({ code: "E8" });
  expect(endpoint.requests.map(({ toolNames }) => toolNames)).toEqual([["docs_search", "tighten"], ["tighten"]]);
  expect(runs()).toBe(0);
});

test.each([
  {
    code: "E11",
    rule: { limit: { type: "integer" } },
    args: { query: "x", limit: 1.5 },
    says: "type mismatch: docs.search.limit",
  },
  { code: "E12", rule: { query: { enum: ["y"] } }, args: { query: "x" }, says: "enum mismatch: docs.search.query" },
  {
    code: "E13",
    rule: { query: { minLength: 2 } },
    args: { query: "😀" },
    says: "minLength mismatch: docs.search.query",
  },
  {
    code: "E14",
    rule: { query: { maxLength: 1 } },
    args: { query: "xy" },
    says: "maxLength mismatch: docs.search.query",
  },
  {
    code: "E15",
    rule: { query: { pattern: "^a" } },
    args: { query: "b" },
    says: "pattern mismatch: docs.search.query",
  },
  {
    code: "E15",
    rule: { query: { pattern: "(a+)+$" } },
    args: { query: `${"a".repeat(50_000)}!` },
    says: "pattern mismatch: docs.search.query",
  },
  { code: "E15", rule: { query: { pattern: "(" } }, args: { query: "b" }, says: "pattern mismatch: docs.search.query" },
  {
    code: "E16",
    rule: { limit: { minimum: 1 } },
    args: { query: "x", limit: 0 },
    says: "minimum mismatch: docs.search.limit",
  },
  {
    code: "E17",
    rule: { limit: { maximum: 9 } },
    args: { query: "x", limit: 10 },
    says: "maximum mismatch: docs.search.limit",
  },
] as const)("8.3 $code: $says", async ({ code, rule, args, says }) => {
  await using endpoint = await scriptedEndpoint(calling(args));
  const { tool, runs } = counted();
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool] });
  await expect(agent.run("hello", { toolRules: { params: { "docs.search": rule } } })).rejects.toMatchObject({
    code,
    message: `[kantan-agents][${code}] Tool parameter ${says}`,
  });
  expect(runs()).toBe(0);
});

test.each(["{oops", "[1]", '"text"', "null", ""])("E10: arguments that are no JSON object: %j", async (args) => {
  await using endpoint = await scriptedEndpoint(calling(args));
  const { tool, runs } = counted();
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool] });
  await expect(agent.run("hello")).rejects.toMatchObject({
    code: "E10",
    message: "[kantan-agents][E10] Tool input must be a JSON object",
  });
  expect(runs()).toBe(0);
});

test("E10 holds for tools of the SDK too; text that is no JSON at all the SDK answers itself, and nothing runs", async () => {
  let runs = 0;
  const parameters = z.object({ query: z.string() });
  const search = sdkTool({ name: "search", description: "Search", parameters, execute: () => `${++runs}` });
  await using endpoint = await scriptedEndpoint(calling("{oops", "search"), calling("[1]", "search"));
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [search] });
  await expect(agent.run("hello")).rejects.toMatchObject({ code: "E10" });
  expect(endpoint.requests[1]?.toolOutputs[0]?.output).toContain("try again with valid JSON");
  expect(runs).toBe(0);
});

test("8.3 what a strict schema makes the model write as null counts as left out", async () => {
  await using endpoint = await scriptedEndpoint(calling({ query: "x", limit: null, flag: null }), "done");
  const { tool, runs } = counted({ strict: true });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool] });
  await agent.run("hello", { toolRules: { params: { "docs.search": { limit: { type: "integer", minimum: 1 } } } } });
  expect(runs()).toBe(1);
});

test('with onToolRuleViolation "return" the model reads the text and the run goes on', async () => {
  await using endpoint = await scriptedEndpoint(
    {
      toolCalls: [
        { name: "docs.search", args: { query: "long" } },
        { name: "docs.search", args: "[]" },
        { name: "hidden", args: {} },
        { name: "unheard-of", args: {} },
        { name: "docs.search", args: "{oops" },
      ],
    },
    "I see.",
  );
  const { tool, runs } = counted();
  const agent = new Agent({
    name: "a",
    instructions: "Help.",
    model: endpoint.model,
    tools: [tool, function hidden() {}],
    onToolRuleViolation: "return",
  });
  const toolRules = { deny: ["hidden"], params: { "docs.search": { query: { maxLength: 2 } } } };
  expect((await agent.run("hello", { toolRules })).result.finalOutput).toBe("I see.");
  const outputs = new Map(endpoint.requests[1]?.toolOutputs.map(({ callId, output }) => [callId, output]));
  expect(outputs.get("call_1")).toBe("[kantan-agents][E14] Tool parameter maxLength mismatch: docs.search.query");
  expect(outputs.get("call_2")).toBe("[kantan-agents][E10] Tool input must be a JSON object");
  expect(outputs.get("call_3")).toBe("[kantan-agents][E8] Tool is not allowed: hidden");
  expect(outputs.get("call_4")).toContain("not found");
  expect(outputs.get("call_5")).toContain("try again with valid JSON");
  expect(runs()).toBe(0);
});

test("a tool that was never there stays the SDK's own error", async () => {
  await using endpoint = await scriptedEndpoint(calling({}, "unheard_of"));
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model });
  await expect(agent.run("hello")).rejects.toMatchObject({ name: "ModelBehaviorError" });
});

test("hosted tools are ruled by name, and hosted servers by their label too", async () => {
  await using endpoint = await scriptedEndpoint("a", "b", "c", "d");
  const shell = shellTool({ shell: { run: async () => ({ output: [] }) } });
  const github = hostedMcpTool({ serverLabel: "github", serverUrl: "http://127.0.0.1:1/mcp" });
  const wiki = hostedMcpTool({ serverLabel: "wiki", serverUrl: "http://127.0.0.1:2/mcp" });
  const tools = [webSearchTool(), shell, github, wiki];
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools });
  const labels = (request: number) => {
    const offered = (endpoint.requests[request]?.body.tools ?? []) as JsonObject[];
    return offered.map(({ type, server_label }) => server_label ?? type);
  };

  await agent.run("hello");
  expect(labels(0)).toEqual(["web_search", "shell", "github", "wiki"]);
  await agent.run("hello", { toolRules: { deny: ["web_search", "shell", "tag:github"] } });
  expect(labels(1)).toEqual(["wiki"]);
  await agent.run("hello", { toolRules: { deny: ["hosted_mcp"] } });
  expect(labels(2)).toEqual(["web_search", "shell"]);
  await agent.run("hello", { toolRules: { allow: ["web_search"] } });
  expect(labels(3)).toEqual(["web_search"]);
});

test("a local tool of the provider's that is hidden does not run either", async () => {
  let commands = 0;
  const shell = shellTool({
    shell: {
      async run() {
        commands++;
        return { output: [] };
      },
    },
  });
  const call = { type: "shell_call", id: "sh_1", call_id: "c1", status: "completed", action: { commands: ["ls"] } };
  await using endpoint = await scriptedEndpoint({ items: [call] });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [shell] });
  await expect(agent.run("hello", { toolRules: { deny: ["shell"] } })).rejects.toThrow();
  expect(commands).toBe(0);
});

test("a function tool of the SDK is ruled under the name it was declared with and the one it got", async () => {
  for (const id of ["db.drop-table", "db_drop_table"]) {
    const drop = sdkTool({
      name: "db.drop-table",
      description: "Drop",
      parameters: z.object({ table: z.string(), cascade: z.boolean().optional() }),
      execute: ({ table }) => `dropped ${table}`,
    });
    await using endpoint = await scriptedEndpoint(
      calling({ table: "logs", cascade: null }, "db_drop_table"),
      "done",
      calling({ table: "users", cascade: null }, "db_drop_table"),
      "unseen",
    );
    const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [drop] });
    const params = { [id]: { table: { enum: ["logs"] }, cascade: { type: "boolean" } } } as const;
    await agent.run("hello", { toolRules: { allow: [id], params } });
    expect(endpoint.requests[1]?.toolOutputs).toEqual([{ callId: "call_1", output: "dropped logs" }]);
    await expect(agent.run("hello", { toolRules: { params } })).rejects.toMatchObject({
      message: `[kantan-agents][E12] Tool parameter enum mismatch: ${id}.table`,
    });
    await agent.run("hello", { toolRules: { deny: [id] } });
    expect(endpoint.requests[3]?.toolNames).toEqual([]);
  }
});

test("a function tool of the SDK may turn its input into what it likes", async () => {
  const visit = sdkTool({
    name: "visit",
    description: "Visit",
    parameters: {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: (value: unknown) => ({ value: new URL((value as { url: string }).url) }),
        jsonSchema: { input: () => URL_SCHEMA, output: () => URL_SCHEMA },
      },
    },
    execute: (url) => (url as URL).host,
  });
  await using endpoint = await scriptedEndpoint(calling({ url: "http://example.com/x" }, "visit"), "done");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [visit] });
  await agent.run("hello", { toolRules: { params: { visit: { url: { pattern: "^http" } } } } });
  expect(endpoint.requests[1]?.toolOutputs).toEqual([{ callId: "call_1", output: "example.com" }]);
});

const URL_SCHEMA = {
  type: "object",
  properties: { url: { type: "string" } },
  required: ["url"],
  additionalProperties: false,
};

test("8.4 getContextWithToolRules starts a context from a mode or from rules", async () => {
  expect(getContextWithToolRules(ToolRulesMode.DENY_ALL)).toEqual({
    toolRules: { allow: [], deny: "*", params: {} },
    result: null,
  });
  expect(() => getContextWithToolRules("ALLOW_ALL" as never)).toThrow("[kantan-agents][E18] Tool rules must be a dict");
  await using endpoint = await scriptedEndpoint(calling({ query: "x" }));
  const { tool } = counted();
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const context = getContextWithToolRules({ deny: ["docs.search"] });
  await expect(agent.run("hello", context)).rejects.toMatchObject({ code: "E8" });
});

test("E9: a mode that is none", () => {
  expect(() => toolRulesFromMode("SOME" as never)).toThrow("[kantan-agents][E9] Unknown ToolRulesMode: SOME");
});

test("rules under both spellings count", async () => {
  await using endpoint = await scriptedEndpoint("done");
  const { tool } = counted();
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const context = await agent.run("hello", { tool_rules: { deny: ["docs.search"] }, toolRules: { deny: ["other"] } });
  expect(context.toolRules.deny).toEqual(["docs.search", "other"]);
  expect(endpoint.requests[0]?.toolNames).toEqual([]);
});

test("tools that a search brings in during a run are held to the rules, too", async () => {
  let drops = 0;
  const parameters = z.object({});
  const found = ["drop", "show"].map((name) =>
    sdkTool({ name, description: name, parameters, deferLoading: true, execute: () => ++drops }),
  );
  const search = toolSearchTool({ execution: "client", parameters: QUERY_SCHEMA, execute: () => found });
  const searching = {
    type: "tool_search_call",
    id: "ts_1",
    call_id: "s1",
    execution: "client",
    arguments: {},
    status: "completed",
  };
  await using endpoint = await scriptedEndpoint({ items: [searching] }, calling({}, "show"), calling({}, "drop"));
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [search] });
  const toolRules = { deny: ["drop"] };
  await expect(agent.run("find something", { toolRules })).rejects.toThrow();
  expect(JSON.stringify(endpoint.requests[1]?.body)).not.toContain('"drop"');
  expect(endpoint.requests).toHaveLength(3);
  expect(drops).toBe(1);
});

const QUERY_SCHEMA = { type: "object", properties: {}, required: [], additionalProperties: false };
