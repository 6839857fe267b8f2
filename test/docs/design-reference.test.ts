/** The reference page of the design language is what the table of functions says, and every example on it evaluates. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as design from "../../src/design/index.ts";

const page = readFileSync(new URL("../../docs/reference/design.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^### (\w+)$(?:(?!^### )[\s\S])*?^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, name = "", text = ""]) => [name, text] as const,
);

test("the page is up to date (node scripts/reference.ts writes it)", () => {
  expect(page).toBe(design.renderReference());
});

test("the page has examples", () => {
  expect(examples.length).toBeGreaterThan(15);
});

test.each(examples)("the example of %s on the page evaluates without a doubt", (name, text) => {
  expect(text).toContain(`${name}(`);
  const model = design.evaluate(moduleOf(text));
  expect(model.warnings).toEqual([]);
});

/** What importing the example would give: its exported constants. */
function moduleOf(text: string): Record<string, unknown> {
  const body = text.replace(/^export const (\w+) =/gm, "const $1 = exports.$1 =");
  const exports: Record<string, unknown> = {};
  new Function("exports", ...Object.keys(design), body)(exports, ...Object.values(design));
  return exports;
}
