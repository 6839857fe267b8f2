import { evaluate } from "kigumi/design";
import { expect, test } from "vitest";
import { designs } from "./designs.ts";

/** What is doubtful about an example, as far as anything is. */
const doubts: Readonly<Record<string, readonly string[]>> = {
  "quick-start": ["discovered_toolset assistant-mcp"],
  tools: ["unconfirmed_destructive_tool files › delete_file"],
  use: ["discovered_toolset assistant-mcp"],
};

test.each(Object.entries(designs))("%s evaluates", (name, module) => {
  const model = evaluate(module);
  expect(model.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual(doubts[name] ?? []);
  expect(JSON.parse(JSON.stringify(model))).toEqual(model);
});
