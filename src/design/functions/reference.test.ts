import { expect, test } from "vitest";
import * as dsl from "../index.ts";
import { specsOf } from "./design-function.ts";
import { designFunctions, renderReference } from "./reference.ts";

/** Runs the text of a design as a module would: every exported constant is an export. */
function runExample(example: string): Record<string, unknown> {
  const exports: Record<string, unknown> = {};
  const body = example.replace(/export const (\w+) =/g, "const $1 = exports.$1 =");
  new Function("exports", ...Object.keys(dsl), body)(exports, ...Object.values(dsl));
  return exports;
}

test.each(designFunctions.map((spec) => [spec.name, spec] as const))(
  "the example of %s evaluates and uses it",
  (name, spec) => {
    expect(spec.example).toContain(`${name}(`);
    expect(() => dsl.evaluate(runExample(spec.example))).not.toThrow();
  },
);

test("every exported function of the language is in the table, and made from it", () => {
  const made = Object.values(dsl).flatMap(specsOf);
  expect(made.map(({ name }) => name).sort()).toEqual(designFunctions.map(({ name }) => name).sort());
  for (const spec of made) expect(designFunctions).toContain(spec);
});

test("functions are exported under the names of the table", () => {
  for (const { name } of designFunctions) expect(Object.keys(dsl)).toContain(name);
});

test("the page shows where a function belongs, what it takes and how it is refused", () => {
  const page = renderReference();
  expect(page).toContain("### Tool\n\n`Tool(name, description?, block?)` in *Toolset*, *Export*, *Use*, *Method*");
  expect(page).toContain("- `tags` (any number): a text");
  expect(page).toContain("By default: false");
  expect(page).toContain("| `agent_cycle` | Agents use each other's exports in a circle");
  for (const { name } of designFunctions) expect(page).toContain(`### ${name}\n`);
});

test("an example that several functions share is printed once", () => {
  const page = renderReference();
  const [first] = designFunctions;
  expect(page.split(first?.example ?? "").length).toBe(2);
});
