/** Seed 002 §5: results and the messages made of them. */
import { expect, test } from "vitest";
import { toToolErrorMessage, toToolMessage } from "./message.ts";
import { isToolResult, jsonResult, partsResult, textResult, toToolResult } from "./result.ts";

const call = { id: "call_1", name: "docs.search" };
const image = { type: "image", mediaType: "image/png", data: "aGk=" } as const;

test("5.2 text becomes a string, json is stringified, parts stay parts", () => {
  expect(toToolMessage(call, textResult("hello"))).toEqual({
    role: "tool",
    tool_call_id: "call_1",
    tool_name: "docs.search",
    content: "hello",
  });
  expect(toToolMessage(call, jsonResult({ a: [1] })).content).toBe('{"a":[1]}');
  expect(toToolMessage(call, partsResult([image])).content).toEqual([image]);
});

test("5.3 an exception becomes an error message with the prescribed prefix", () => {
  expect(toToolErrorMessage(call, new Error("disk full"))).toMatchObject({
    is_error: true,
    content: "Error executing tool: disk full",
  });
  expect(toToolErrorMessage(call, "a string").content).toBe("Error executing tool: a string");
});

test("an abort is never rendered as a message", () => {
  const abort = new DOMException("stopped", "AbortError");
  expect(() => toToolErrorMessage(call, abort)).toThrow(abort);
});

test("plain values are coerced and never mistaken for results", () => {
  expect(toToolResult("x")).toEqual(textResult("x"));
  expect(toToolResult(undefined)).toEqual(jsonResult(undefined));
  expect(toToolResult([])).toEqual(jsonResult([]));
  const lookalike = { type: "text", text: "I am data" };
  expect(toToolResult(lookalike)).toEqual(jsonResult(lookalike));
});

test("constructed results are recognised, and serialize as plain data", () => {
  const result = jsonResult({ n: 1 }, { isError: true });
  expect(isToolResult(result)).toBe(true);
  expect(toToolResult(result)).toBe(result);
  expect(JSON.stringify(result)).toBe('{"type":"json","value":{"n":1},"isError":true}');
});

test("server data never reaches a message", () => {
  const result = textResult("ok", { serverData: [{ kind: "chart", data: { secret: 1 } }] });
  expect(JSON.stringify(toToolMessage(call, result))).not.toContain("secret");
});

test("a message carries the reference to the full output", () => {
  expect(
    toToolMessage(call, textResult("…", { outputRef: { id: "out_1", byteSize: 9, lineCount: 1 } })).output_ref,
  ).toBe("out_1");
});

test("a shortened JSON result tells the model where the rest is", () => {
  const result = jsonResult([1], { outputRef: { id: "out_1", byteSize: 9, lineCount: 1 } });
  expect(toToolMessage(call, result).content).toBe("[1]\n\n[tool output truncated; ref=out_1]");
});

test("a result with a cycle or a bigint is still delivered", () => {
  const value: Record<string, unknown> = { id: 9007199254740993n };
  value.self = value;
  expect(toToolMessage(call, jsonResult(value)).content).toBe('{"id":"9007199254740993","self":"[circular: $]"}');
});
