import { expect, test } from "vitest";
import { jsonResult, textResult } from "../tool/result.ts";
import type { ToolSpec } from "../tool/spec.ts";
import { displayHints, toolTitle } from "./display-hints.ts";

const spec = {
  id: "ops.restart_device",
  hints: { call: "Restarting {{ .device_id }}", result: "{{ .result.state }}" },
};
const hints = (more: Partial<ToolSpec> = {}, overrides = {}) =>
  displayHints({ ...spec, ...more } as ToolSpec, overrides);

test("a hint is rendered over the arguments, and over arguments and result", () => {
  expect(hints().displayHint({ device_id: "web-1" })).toBe("Restarting web-1");
  expect(hints().resultHint?.({}, jsonResult({ state: "up" }))).toBe("up");
  const both = { hints: { result: "{{ .args.a }}: {{ .result }}{{ with .bounds }} of {{ .total }}{{ end }}" } };
  expect(hints(both).resultHint?.({ a: 1 }, textResult("2"))).toBe("1: 2");
});

test("the runtime's template counts over the tool's own, one by one", () => {
  const overridden = hints({}, { "ops.restart_device": { call: "Off and on: {{ .device_id }}" } });
  expect(overridden.displayHint({ device_id: "web-1" })).toBe("Off and on: web-1");
  expect(overridden.resultHint?.({}, jsonResult({ state: "up" }))).toBe("up");
});

test("without a template, and when one cannot be rendered, the title stands in", () => {
  expect(hints({ hints: {} }).displayHint({})).toBe("Restart Device");
  expect(hints({ hints: {} }).resultHint).toBeUndefined();
  expect(hints().displayHint({})).toBe("Restart Device");
  expect(hints({ title: "Restart" }).resultHint?.({}, textResult("no object"))).toBe("Restart");
  expect(hints({ hints: { call: "  " } }).displayHint({})).toBe("Restart Device");
});

test("a hint is one line of at most 140 characters", () => {
  const long = hints({ hints: { call: "{{ .text }}" } }).displayHint({ text: `a\n  b ${"x".repeat(200)}` });
  expect(long).toHaveLength(140);
  expect(long.startsWith("a b xxx")).toBe(true);
});

test("a title is made from the last part of the id", () => {
  expect(toolTitle({ id: "docs.full-text_search" })).toBe("Full Text Search");
});
