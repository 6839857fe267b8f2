import { expect, test } from "vitest";
import { defineTool } from "../../tool/define-tool.ts";
import { toolset } from "../../tool/toolset.ts";
import { convertTool } from "./convert-tool.ts";
import type { DepsBearer } from "./deps/deps-context.ts";
import { extractToolsFromToolsets } from "./extract-tools.ts";
import { MissingDepsError, ToolValidationError } from "./tool-errors.ts";
import type { ClaudeTool, ToolLike, ToolSource } from "./tool-like.ts";

const tool = (name: string): ToolLike => ({
  name,
  parametersJsonSchema: { type: "object" },
  function: () => name,
});
const own = defineTool({ name: "own", description: "", input: { type: "object" }, execute: () => "own" });
const namesOf = (source: ToolSource) => extractToolsFromToolsets(source).map(({ name }) => name);

test("FR-001 US1-1 tools come out of every kind of toolset, in order", () => {
  expect(namesOf({ tools: { b: tool("b"), a: tool("a") } })).toEqual(["b", "a"]);
  expect(
    namesOf({
      tools: new Map<string, ClaudeTool>([
        ["b", tool("b")],
        ["a", own],
      ]),
    }),
  ).toEqual(["b", "own"]);
  expect(namesOf({ tools: [tool("b"), own] })).toEqual(["b", "own"]);
  expect(namesOf([tool("b"), own, convertTool(tool("c"))])).toEqual(["b", "own", "c"]);
  expect(namesOf(new Set([tool("b")]))).toEqual(["b"]);
  expect(namesOf(toolset("mine", [own]))).toEqual(["own"]);
  expect(namesOf([{ tools: { a: tool("a") } }, toolset("mine", [own])])).toEqual(["a", "own"]);
});

test("FR-001 nothing, and a toolset with nothing in it, is no tools", () => {
  for (const empty of [null, undefined, [], { tools: {} }, { tools: new Map() }, toolset("none", [])]) {
    expect(namesOf(empty)).toEqual([]);
  }
});

test("what is no toolset, or holds what is no tool, is refused", () => {
  for (const wrong of [7, "tools", {}, { tools: 7 }, [7], [null], { tools: { a: "a" } }]) {
    expect(() => namesOf(wrong as unknown as ToolSource)).toThrow(ToolValidationError);
  }
});

test("bad input: two tools of one name are refused", () => {
  expect(() => namesOf([tool("a"), tool("b"), tool("a")])).toThrow(
    'tool "a": is in the toolset twice; give one of them another name',
  );
});

const needy = (name: string): ToolLike => ({
  ...tool(name),
  takesCtx: true,
  function: ({ deps }: DepsBearer<unknown>) => typeof deps,
});

test("tools that take a context are all named when there are no dependencies", () => {
  const extract = () => extractToolsFromToolsets([tool("a"), needy("b"), needy("c")]);
  expect(extract).toThrow(MissingDepsError);
  expect(extract).toThrow(
    expect.objectContaining({ toolNames: ["b", "c"], message: expect.stringContaining("b, c take") }),
  );
});

test("dependencies of any kind reach tools that take a context, by reference, beside tools that do not", async () => {
  const deps = Object.assign(() => 1, { socket: new Map() });
  const seen: unknown[] = [];
  const keeps = { ...needy("b"), function: (context: DepsBearer<unknown>) => void seen.push(context.deps) };
  const [plain, withContext] = extractToolsFromToolsets([tool("a"), keeps], { deps });
  expect(await plain?.handler({})).toEqual({ content: [{ type: "text", text: "a" }] });
  await withContext?.handler({});
  expect(seen[0]).toBe(deps);
});

test("US1-4 in this layer what a tool throws is thrown on", async () => {
  const failure = new Error("broken");
  const fails = { ...tool("a"), function: () => Promise.reject(failure) };
  await expect(extractToolsFromToolsets([fails])[0]?.handler({})).rejects.toBe(failure);
});
