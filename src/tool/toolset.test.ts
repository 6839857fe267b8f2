import { expect, test } from "vitest";
import { z } from "zod";
import { createToolContext } from "../runtime/tool-context.ts";
import { defineTool } from "./define-tool.ts";
import { textResult } from "./result.ts";
import { toolset } from "./toolset.ts";

const make = (name: string, tags: string[] = []) =>
  defineTool({ name, description: name, tags, input: z.object({ q: z.string() }), execute: ({ q }) => `${name} ${q}` });

const docs = toolset("docs", [make("search", ["read"]), make("delete", ["write"]), make("constructor")]);
const ids = (tools: Iterable<{ id: string }>) => [...tools].map(({ id }) => id);

test("pick keeps the order asked for and refuses unknown ids with a suggestion", () => {
  expect(ids(docs.pick("delete", "search"))).toEqual(["delete", "search"]);
  expect(() => docs.pick("serach")).toThrow('there is no tool named "serach"; did you mean "search"?');
  expect(() => docs.pick("toString")).toThrow("there is no tool named");
});

test("filter, prefix, rename and combine return new toolsets and leave the old one as it was", () => {
  expect(ids(docs.filter((tool) => tool.spec.tags.includes("read")))).toEqual(["search"]);
  expect(ids(docs.prefix("team."))).toEqual(["team.search", "team.delete", "team.constructor"]);
  expect(ids(docs.rename({ search: "find" }))).toEqual(["find", "delete", "constructor"]);
  expect(ids(docs.combine(docs.prefix("x_"), toolset("more", [make("other")])))).toHaveLength(7);
  expect(ids(docs)).toEqual(["search", "delete", "constructor"]);
  expect(docs.get("__proto__")).toBeUndefined();
});

test("a renamed tool runs the same code and reports errors under its new name", async () => {
  const renamed = docs.prefix("team.").get("team.search");
  expect(renamed?.definition.name).toBe("team.search");
  expect(renamed?.spec.id).toBe("team.search");
  expect(await renamed?.executeRaw('{"q":"x"}', createToolContext())).toEqual(textResult("search x"));
  await expect(renamed?.executeRaw("{}", createToolContext())).rejects.toThrow("the arguments of team.search");
});

test("two tools under one id are refused, with the way out", () => {
  expect(() => docs.combine(docs)).toThrow(/two tools with the id "search".*prefix\(\) or rename\(\)/);
});
