/** The server as a real MCP client sees it. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import { convertToolsToMcpServer, createMcpServerFromTools, exposedToolNames, MCP_SERVER_NAME } from "./mcp-server.ts";
import { ToolValidationError } from "./tool-errors.ts";
import type { ToolLike, ToolSource } from "./tool-like.ts";

const schema = {
  type: "object",
  properties: { n: { type: "integer", minimum: 1 }, when: { type: "string", format: "date" } },
  required: ["n"],
  additionalProperties: false,
  definitions: { unused: { type: "null" } },
  "x-origin": "elsewhere",
};
const tool = (name: string, function_: (args: { n: number }, extra: { signal: AbortSignal }) => unknown): ToolLike => ({
  name,
  description: `The tool ${name}`,
  parametersJsonSchema: schema,
  function: function_,
});

async function connect(tools?: ToolSource) {
  const { instance } = await createMcpServerFromTools({ tools });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([instance.connect(ours), client.connect(theirs)]);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

test("FR-002 US1-1 a toolset becomes a config for mcpServers, under the default name and version", async () => {
  const server = await createMcpServerFromTools({ tools: { tools: { a: tool("a", () => 1) } } });
  expect(server).toMatchObject({ type: "sdk", name: MCP_SERVER_NAME });
  expect(MCP_SERVER_NAME).toBe("pydantic_tools");
  await using client = await connect([]);
  expect(client.getServerVersion()).toMatchObject({ name: "pydantic_tools", version: "1.0.0" });
});

test("US1-2 every tool is exposed as mcp__<server>__<tool>", async () => {
  const { tools } = convertToolsToMcpServer([tool("a", () => 1), tool("b", () => 2)], {
    serverName: "mine",
    serverVersion: "2.0.0",
  });
  expect(exposedToolNames("pydantic_tools", tools)).toEqual(["mcp__pydantic_tools__a", "mcp__pydantic_tools__b"]);
  expect(exposedToolNames("mine", tools)).toEqual(["mcp__mine__a", "mcp__mine__b"]);
});

test("FR-013 convertToolsToMcpServer packs converted tools whose failures are results, and they can be served", async () => {
  const fails = tool("a", () => Promise.reject(new Error("broken")));
  const packed = convertToolsToMcpServer([fails], { serverName: "mine", serverVersion: "2.0.0" });
  expect(packed).toMatchObject({ name: "mine", version: "2.0.0", tools: [{ name: "a" }] });
  expect(await packed.tools[0]?.handler({ n: 1 })).toMatchObject({ isError: true });
  expect(await createMcpServerFromTools(packed)).toMatchObject({ type: "sdk", name: "mine" });
});

test("a schema reaches the list unchanged", async () => {
  const own = defineTool({
    name: "own",
    description: "",
    effect: "read",
    input: z.object({ q: z.string().optional() }),
    execute: () => 1,
  });
  await using client = await connect([tool("a", () => 1), own]);
  const _meta = { "anthropic/alwaysLoad": true };
  expect((await client.listTools()).tools).toEqual([
    { name: "a", description: "The tool a", inputSchema: schema, _meta },
    {
      name: "own",
      description: "",
      inputSchema: own.definition.parameters,
      annotations: { readOnlyHint: true, idempotentHint: true },
      _meta,
    },
  ]);
});

test("edge: an empty toolset lists nothing, without an error", async () => {
  for (const empty of [undefined, null, [], { tools: {} }]) {
    await using client = await connect(empty);
    expect((await client.listTools()).tools).toEqual([]);
  }
});

test("US1-3 FR-006 a call runs the original function and its result is an MCP result", async () => {
  const calls: unknown[] = [];
  const doubles = tool("a", (args) => {
    calls.push(args);
    return { doubled: args.n * 2 };
  });
  await using client = await connect([doubles]);
  expect(await client.callTool({ name: "a", arguments: { n: 2 } })).toEqual({
    content: [{ type: "text", text: '{"doubled":4}' }],
  });
  expect(calls).toEqual([{ n: 2 }]);
});

test("US1-4 what a tool throws reaches the model as an error result", async () => {
  await using client = await connect([
    tool("a", () => {
      throw new RangeError("too far");
    }),
    tool("b", () => Promise.reject("out of paper")),
  ]);
  const call = (name: string) => client.callTool({ name, arguments: { n: 1 } });
  expect(await call("a")).toEqual({ content: [{ type: "text", text: "Error: RangeError: too far" }], isError: true });
  expect(await call("b")).toEqual({ content: [{ type: "text", text: "Error: out of paper" }], isError: true });
});

test("MCP results pass whole, with isError and blocks that are no text", async () => {
  const response = {
    content: [
      { type: "text", text: "look" },
      { type: "image", data: "aGk=", mimeType: "image/png" },
    ],
    isError: true,
    structuredContent: { seen: 1 },
  };
  await using client = await connect([tool("a", () => response)]);
  expect(await client.callTool({ name: "a", arguments: { n: 1 } })).toEqual(response);
});

test("arguments that do not fit and tools that do not exist are told to the model", async () => {
  await using client = await connect([tool("search", () => 1)]);
  const misfit = await client.callTool({ name: "search", arguments: { n: 0 } });
  expect(misfit).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("n: expected") }] });
  expect(await client.callTool({ name: "serach" })).toEqual({
    content: [{ type: "text", text: 'Unknown tool: there is no tool named "serach"; did you mean "search"?' }],
    isError: true,
  });
  expect(await client.callTool({ name: "constructor" })).toMatchObject({ isError: true });
});

test("edge: a cancelled call is aborted in the tool and answered by nobody", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const ended = Promise.withResolvers<unknown>();
  await using client = await connect([
    tool("a", async (_, { signal }) => {
      started.resolve(signal);
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))).catch(
        (reason) => {
          ended.resolve(reason);
          throw reason;
        },
      );
    }),
  ]);
  const controller = new AbortController();
  const running = client.callTool({ name: "a", arguments: { n: 1 } }, undefined, { signal: controller.signal });
  await started.promise;
  controller.abort("enough");
  await expect(running).rejects.toThrow("enough");
  await ended.promise;
});

test("edge: an abort that a tool raised by itself is no result either", async () => {
  await using client = await connect([tool("a", () => Promise.reject(new DOMException("stopped", "AbortError")))]);
  await expect(client.callTool({ name: "a", arguments: { n: 1 } })).rejects.toThrow("stopped");
});

test("names that the Messages API does not take are listed under ones that it does, and called back by them", async () => {
  await using client = await connect([tool("docs.search", () => "dotted"), tool("docs_search", () => "plain")]);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names[1]).toBe("docs_search");
  expect(names[0]).toMatch(/^docs_search_[0-9a-f]{8}$/);
  const answers = await Promise.all(names.map((name) => client.callTool({ name, arguments: { n: 1 } })));
  expect(answers).toMatchObject([{ content: [{ text: "dotted" }] }, { content: [{ text: "plain" }] }]);
});

test("a union at the root, which the Messages API refuses, is listed as one property and carried back", async () => {
  const shape = defineTool({
    name: "area",
    description: "",
    input: z.union([z.object({ side: z.number() }), z.object({ radius: z.number() })]),
    execute: (input) => input,
  });
  await using client = await connect([shape]);
  const [listed] = (await client.listTools()).tools;
  expect(listed?.inputSchema).toMatchObject({ type: "object", required: ["input"] });
  expect(await client.callTool({ name: "area", arguments: { input: { side: 2 } } })).toEqual({
    content: [{ type: "text", text: '{"side":2}' }],
  });
});

test("bad input: duplicates, blank names and a server name that cannot be part of a tool's name are refused", async () => {
  const twice = [tool("a", () => 1), tool("a", () => 2)];
  await expect(createMcpServerFromTools({ tools: twice })).rejects.toThrow(ToolValidationError);
  await expect(createMcpServerFromTools({ tools: [tool(" ", () => 1)] })).rejects.toThrow(ToolValidationError);
  for (const name of ["", " ", "my server", "a.b", "a".repeat(58)]) {
    await expect(createMcpServerFromTools({ name })).rejects.toMatchObject({ code: "invalid_server_name" });
    expect(() => convertToolsToMcpServer([], { serverName: name, serverVersion: "1" })).toThrow("server name");
  }
});
