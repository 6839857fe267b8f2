/** The real Claude Agent SDK and its CLI against a scripted Messages API: what the model asks for runs in this process. */
import { type Options, query } from "@anthropic-ai/claude-agent-sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../json/json.ts";
import {
  type AnthropicEndpoint,
  createAnthropicEndpoint,
} from "../../testing/anthropic-endpoint/create-anthropic-endpoint.ts";
import { toolResultsOf } from "../../testing/anthropic-endpoint/tool-results.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { watchedCli } from "../testing/watched-cli.ts";
import { convertToolWithDeps } from "./convert-tool.ts";
import type { DepsBearer } from "./deps/deps-context.ts";
import type { ToolLike, ToolSource } from "./tool-like.ts";
import { createToolsetRegistry, type ToolSelection } from "./toolset-registry.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const schema = {
  type: "object",
  properties: { a: { type: "number", description: "The first" }, b: { type: "number" } },
  required: ["a", "b"],
  additionalProperties: false,
  "x-origin": "elsewhere",
};
const add: ToolLike = {
  name: "add",
  description: "Adds",
  parametersJsonSchema: schema,
  function: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
};

function selectionOf(tools: ToolSource): ToolSelection {
  const registry = createToolsetRegistry();
  registry.setAgentToolsets(tools);
  return registry.select();
}

async function optionsFor(endpoint: AnthropicEndpoint, selection: ToolSelection): Promise<Options> {
  return {
    env: { ...endpoint.env },
    model: "claude-sonnet-4-5",
    tools: [],
    settingSources: [],
    maxTurns: 4,
    mcpServers: await selection.createMcpServers(),
    allowedTools: [...selection.exposedNames],
  };
}

/** The text of the result, when the query ends well. */
async function ask(endpoint: AnthropicEndpoint, selection: ToolSelection): Promise<string> {
  for await (const message of query({ prompt: "Go.", options: await optionsFor(endpoint, selection) })) {
    if (message.type === "result") return message.subtype === "success" ? message.result : message.subtype;
  }
  return "no result";
}

test("SC-001 SC-002 US1-3 the model asks for a tool, it runs here, and its result reaches the model", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [
      { toolCalls: [{ name: "mcp__pydantic_tools__add", args: { a: 1, b: 2 } }] },
      (request) => `The tool said ${toolResultsOf(request)[0]?.text}`,
    ],
  });
  expect(await ask(endpoint, selectionOf({ tools: { add } }))).toBe('The tool said {"sum":3}');
  endpoint.assertComplete();
  // US1-2, and the schema on the wire is the one that was declared.
  expect(endpoint.requests[0]?.tools).toEqual([
    { name: "mcp__pydantic_tools__add", description: "Adds", input_schema: schema },
  ]);
});

test("SC-002 SC-003 every kind of tool and result reaches the model in one turn", async () => {
  const greet: ToolLike = {
    name: "greet",
    takesCtx: true,
    function_schema: { json_schema: { type: "object", properties: {} } },
    function: ({ deps }: DepsBearer<{ name: string }>) => `Hello ${deps.name}`,
  };
  const fails: ToolLike = { ...add, name: "fails", function: () => Promise.reject(new RangeError("too far")) };
  const draws: ToolLike = {
    ...add,
    name: "draws",
    function: () => ({
      content: [
        { type: "text", text: "look" },
        { type: "image", data: PIXEL, mimeType: "image/png" },
      ],
    }),
  };
  const area = defineTool({
    name: "shapes.area",
    description: "Area",
    input: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("square"), side: z.number() }),
      z.object({ kind: z.literal("circle"), radius: z.number() }),
    ]),
    execute: (shape, ctx) => `${shape.kind} in call ${ctx.call?.id}`,
  });
  const call = (id: string, name: string, args: JsonObject = { a: 1, b: 2 }) => ({
    id,
    name: `mcp__pydantic_tools__${name}`,
    args,
  });
  await using endpoint = await createAnthropicEndpoint({
    script: [
      {
        toolCalls: [
          call("toolu_greet", "greet", {}),
          call("toolu_fails", "fails"),
          call("toolu_draws", "draws"),
          call("toolu_area", "shapes_area", { input: { kind: "square", side: 2 } }),
          call("toolu_misfit", "add", { a: "one" }),
        ],
      },
      "Done.",
    ],
  });
  const tools = [convertToolWithDeps(greet, { name: "Ada" }), fails, draws, area, add];
  expect(await ask(endpoint, selectionOf(tools))).toBe("Done.");

  const [, second] = endpoint.requests;
  const results = new Map(second && toolResultsOf(second).map((result) => [result.callId, result]));
  expect(results.get("toolu_greet")).toMatchObject({ text: "Hello Ada", isError: false });
  expect(results.get("toolu_fails")).toMatchObject({ text: "Error: RangeError: too far", isError: true });
  // The CLI adds where it keeps a copy of the image.
  expect(results.get("toolu_draws")?.blocks.slice(0, 2)).toMatchObject([
    { type: "text", text: "look" },
    { type: "image", source: { data: PIXEL } },
  ]);
  expect(results.get("toolu_area")).toMatchObject({ text: "square in call toolu_area", isError: false });
  expect(results.get("toolu_misfit")).toMatchObject({ isError: true, text: expect.stringContaining("Correct the") });
});

test("an empty toolset is no tools, and no error", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["Nothing to use."] });
  expect(await ask(endpoint, selectionOf(null))).toBe("Nothing to use.");
  expect(endpoint.requests[0]?.tools ?? []).toEqual([]);
});

test("edge: when the query is aborted, so is the tool, and no result is made of it", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: ({ messages }) =>
      messages.length === 1 ? { toolCalls: [{ name: "mcp__pydantic_tools__waits", args: { a: 1, b: 2 } }] } : "Late.",
  });
  const abortController = new AbortController();
  const stopped = Promise.withResolvers<boolean>();
  const waits: ToolLike = {
    ...add,
    name: "waits",
    function: (_args: unknown, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener("abort", () => stopped.resolve(signal.aborted));
      abortController.abort();
      return new Promise(() => {});
    },
  };
  const { ended, options: spawning } = watchedCli();
  const options = { ...(await optionsFor(endpoint, selectionOf([waits]))), ...spawning, abortController };
  await expect(async () => {
    for await (const _ of query({ prompt: "Go.", options }));
  }).rejects.toThrow();
  expect(await stopped.promise).toBe(true);
  await ended();
  // The CLI may still ask on its way out, with a note of its own that there was no result.
  const texts = endpoint.requests.flatMap(toolResultsOf).map(({ text }) => text);
  expect(texts.filter((text) => !text.includes("interrupted before a result was received"))).toEqual([]);
});

test("tools are in the prompt beside all of Claude's own, and behind its search when that is wanted", async () => {
  const offered = async (alwaysLoad: boolean) => {
    await using endpoint = await createAnthropicEndpoint({ script: ["Hello."] });
    const registry = createToolsetRegistry();
    registry.setAgentToolsets([add], { alwaysLoad });
    const { tools: _, ...options } = await optionsFor(endpoint, registry.select());
    for await (const _message of query({ prompt: "Go.", options }));
    return endpoint.requests[0]?.tools?.map(({ name }) => name) ?? [];
  };
  expect(await offered(true)).toEqual(expect.arrayContaining(["Read", "ToolSearch", "mcp__pydantic_tools__add"]));
  expect(await offered(false)).not.toContain("mcp__pydantic_tools__add");
});
