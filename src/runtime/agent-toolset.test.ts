import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { agentToolset } from "./agent-toolset.ts";

const ask = defineTool({ name: "ask", description: "Ask", input: z.object({ q: z.string() }), execute: () => null });

test("prompts and passthroughs are for tools of the toolset", () => {
  const options = { agent: "analyst", tools: [ask] };
  expect(() => agentToolset("a", { ...options, prompts: { aks: "x" } })).toThrow('no tool "aks"; did you mean "ask"?');
  expect(() => agentToolset("a", { ...options, passthrough: { other: "x" } })).toThrow(
    'toolset "a" has no tool "other"',
  );
});

test("a template that does not parse is refused when it is declared", () => {
  expect(() => agentToolset("a", { agent: "analyst", tools: [ask], prompts: { ask: "{{ .q" } })).toThrow();
});
