import { expect, test } from "vitest";
import { jsonResult, textResult } from "../tool/result.ts";
import type { ToolSpec } from "../tool/spec.ts";
import { displayHints } from "./display-hints.ts";

const spec = {
  id: "ops.restart_device",
  inputSchema: { type: "object" },
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

test("an optional field that was left out reads as nothing, in arguments, results and bounds", () => {
  const text = { type: "string" } as const;
  const declared = hints({
    inputSchema: { type: "object", properties: { category: text } },
    outputSchema: { type: "object", properties: { total: { type: "integer" }, truncated: text }, required: ["total"] },
    hints: {
      call: "Listing items{{ with .Category }} in {{ . }}{{ end }}",
      result: "{{ .Total }} items{{ if .Truncated }} (truncated){{ end }}{{ with .args.category }} in {{ . }}{{ end }}",
    },
  });
  expect(declared.displayHint({})).toBe("Listing items");
  expect(declared.displayHint({ category: "tools" })).toBe("Listing items in tools");
  expect(declared.resultHint?.({}, jsonResult({ total: 12 }))).toBe("12 items");
  expect(declared.resultHint?.({ category: "x" }, jsonResult({ total: 1, truncated: "y" }))).toBe(
    "1 items (truncated) in x",
  );
  const bounded = hints({ hints: { result: "{{ .bounds.returned }}{{ with .bounds.total }} of {{ . }}{{ end }}" } });
  expect(bounded.resultHint?.({}, textResult("x", { bounds: { returned: 2, truncated: false } }))).toBe("2");
});

test("a result hint follows references of both schemas, and reads results that are no objects", () => {
  const list = { type: "object", properties: { of: { $ref: "#/$defs/item" } }, required: ["of"] } as const;
  const item = { type: "object", properties: { name: { type: "string" } } } as const;
  const declared = hints({
    inputSchema: { ...list, $defs: { item } },
    outputSchema: { type: "array", items: { type: "string" } },
    hints: { result: "{{ len .result }} {{ with .args.of.name }}{{ . }}{{ else }}of anybody{{ end }}" },
  });
  expect(declared.resultHint?.({ of: {} }, jsonResult(["a", "b"]))).toBe("2 of anybody");
});

test("a field of the result counts over what stands beside it", () => {
  const own = hints({ hints: { result: "{{ .Result }}" } });
  expect(own.resultHint?.({}, jsonResult({ result: 5 }))).toBe("5");
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
