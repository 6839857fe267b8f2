import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { ToolNotFoundError, ToolsetNotRegisteredError, ToolValidationError } from "./tool-errors.ts";
import type { ToolLike } from "./tool-like.ts";
import { createToolsetRegistry, type ToolSelection } from "./toolset-registry.ts";

const tool = (name: string): ToolLike => ({ name, parametersJsonSchema: { type: "object" }, function: () => name });
const three = { tools: { a: tool("a"), b: tool("b"), "c.d": tool("c.d") } };

function registryWith(warnings: string[] = []) {
  const logger = { debug() {}, info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
  const registry = createToolsetRegistry({ logger });
  registry.setAgentToolsets(three);
  return registry;
}

const namesIn = ({ tools }: ToolSelection) => tools.map(({ name }) => name);

async function listedBy(selection: ToolSelection): Promise<Record<string, string[]>> {
  const listed: Record<string, string[]> = {};
  for (const [key, { instance }] of Object.entries(await selection.createMcpServers())) {
    const client = new Client({ name: "test", version: "1" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([instance.connect(ours), client.connect(theirs)]);
    listed[key] = (await client.listTools()).tools.map(({ name }) => name);
    await client.close();
  }
  return listed;
}

test("US1-1 a registered toolset is served under the default name, or under another", async () => {
  const registry = registryWith();
  expect(await listedBy(registry.select())).toEqual({ pydantic_tools: ["a", "b", "c_d"] });
  const other = createToolsetRegistry();
  other.setAgentToolsets(three, { serverName: "desk" });
  expect(await listedBy(other.select())).toEqual({ desk: ["a", "b", "c_d"] });
  expect(other.select(["b"]).exposedNames).toEqual(["mcp__desk__b"]);
});

test("US5-1 FR-011 SC-006 only the requested tools are served, in the order of registration", async () => {
  const selection = registryWith().select(["b", "a", "b"]);
  expect(namesIn(selection)).toEqual(["a", "b"]);
  expect(await listedBy(selection)).toEqual({ pydantic_tools: ["a", "b"] });
});

test("FR-011 without a list all tools are served, with an empty one none", async () => {
  expect(namesIn(registryWith().select())).toEqual(["a", "b", "c.d"]);
  expect(await listedBy(registryWith().select([]))).toEqual({ pydantic_tools: [] });
});

test("a tool is found by its declared name and by the one that providers accept", () => {
  expect(namesIn(registryWith().select(["c.d"]))).toEqual(["c.d"]);
  expect(namesIn(registryWith().select(["c_d"]))).toEqual(["c.d"]);
});

test("names that meet once they are sanitized stay what they are, whichever of them a request selects", async () => {
  const registry = createToolsetRegistry();
  registry.setAgentToolsets([tool("a.b"), tool("a_b"), tool("a/b")]);
  const whole = new Map(namesIn(registry.select()).map((name, index) => [name, registry.select().exposedNames[index]]));
  expect(new Set(whole.values()).size).toBe(3);
  for (const [name, exposed = ""] of whole) {
    const selection = registry.select([name]);
    expect(selection.exposedNames).toEqual([exposed]);
    expect(await listedBy(selection)).toEqual({ pydantic_tools: [exposed.replace("mcp__pydantic_tools__", "")] });
  }
});

test("US5-2 SC-006 unknown tools are all named at once, with those there are and what to do", () => {
  const select = () => registryWith().select(["x", "a", "y", "x", "toString"]);
  expect(select).toThrow(ToolNotFoundError);
  expect(select).toThrow(
    expect.objectContaining({
      missingTools: ["x", "y", "toString"],
      availableTools: ["a", "b", "c.d"],
      message: expect.stringContaining("x, y, toString; available: a, b, c.d. Ask for available tools, or register"),
    }),
  );
});

test("US5-3 tools that are asked for before anything is registered are an error; no tools are none", async () => {
  const registry = createToolsetRegistry();
  expect(() => registry.select(["a", "b"])).toThrow(ToolsetNotRegisteredError);
  expect(() => registry.select(["a", "b"])).toThrow(expect.objectContaining({ requestedTools: ["a", "b"] }));
  expect(namesIn(registry.select())).toEqual([]);
  expect(namesIn(registry.select([]))).toEqual([]);
});

test("edge: registering again replaces everything, whatever the server name, and warns", async () => {
  const warnings: string[] = [];
  const registry = registryWith(warnings);
  expect(warnings).toEqual([]);
  registry.setAgentToolsets([tool("z")], { serverName: "other" });
  expect(warnings).toEqual(["setAgentToolsets was called again: 3 registered tools are replaced by 1"]);
  expect(await listedBy(registry.select())).toEqual({ other: ["z"] });
});

test("edge: without a logger the warning is one of the process", async () => {
  const warned = new Promise<Error & { code?: string }>((resolve) => process.once("warning", resolve));
  const registry = createToolsetRegistry();
  registry.setAgentToolsets(three);
  registry.setAgentToolsets(three);
  expect(await warned).toMatchObject({ code: "KIGUMI_TOOLSETS_REPLACED" });
});

test("a toolset that cannot be registered leaves the registered one in place", () => {
  const registry = registryWith();
  expect(() => registry.setAgentToolsets([tool("")])).toThrow(ToolValidationError);
  expect(() => registry.setAgentToolsets([tool("z")], { serverName: " " })).toThrow("server name");
  expect(namesIn(registry.select())).toEqual(["a", "b", "c.d"]);
});

test("selections of concurrent requests are isolated from each other and from what is registered later", async () => {
  const registry = registryWith();
  const first = registry.select(["a"]);
  const second = registry.select(["b"]);
  const none = registry.select([]);
  registry.setAgentToolsets([tool("z")]);
  expect(await Promise.all([first, second, none].map(listedBy))).toEqual([
    { pydantic_tools: ["a"] },
    { pydantic_tools: ["b"] },
    { pydantic_tools: [] },
  ]);
  const [one, other] = await Promise.all([first.createMcpServers(), first.createMcpServers()]);
  expect(one.pydantic_tools?.instance).not.toBe(other.pydantic_tools?.instance);
});
