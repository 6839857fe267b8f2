import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonResult, partsResult, textResult } from "../../tool/result.ts";
import { errorResponse, formatReturnValueAsMcp } from "./format-return-value.ts";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

test("FR-006 US2-4 a dictionary or a list becomes JSON text", () => {
  expect(formatReturnValueAsMcp({ a: [1, "é"] })).toEqual(text('{"a":[1,"é"]}'));
  expect(formatReturnValueAsMcp([1, 2])).toEqual(text("[1,2]"));
  expect(formatReturnValueAsMcp(7)).toEqual(text("7"));
  expect(formatReturnValueAsMcp(false)).toEqual(text("false"));
});

test("FR-006 a string stays itself, and nothing is an empty text", () => {
  expect(formatReturnValueAsMcp("{not json")).toEqual(text("{not json"));
  expect(formatReturnValueAsMcp(null)).toEqual(text(""));
  expect(formatReturnValueAsMcp(undefined)).toEqual(text(""));
});

test("US2-5 a value in MCP format passes whole, with isError, its other blocks and its extras", () => {
  const response = {
    content: [
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "text", text: "look" },
      { type: "resource", resource: { uri: "file:///a", text: "a" } },
      { type: "resource_link", uri: "https://example.com", name: "site" },
      { type: "audio", data: "aGk=", mimeType: "audio/wav" },
    ],
    isError: true,
    structuredContent: { a: 1 },
    _meta: { trace: "x" },
  };
  expect(formatReturnValueAsMcp(response)).toBe(response);
});

test("data that only resembles MCP is data", () => {
  for (const value of [
    { content: [] },
    { content: "text" },
    { content: [{ type: "text" }] },
    { content: [{ type: "text", text: "a" }, { type: "chapter" }] },
    { content: [{ type: "image", data: "aGk=" }] },
    { content: [{ type: "text", text: "a" }], isError: "yes" },
  ]) {
    expect(formatReturnValueAsMcp(value)).toEqual(text(JSON.stringify(value)));
  }
});

test("a result of ours keeps its parts and its error, and keeps server data from the model", () => {
  expect(formatReturnValueAsMcp(textResult("no", { isError: true }))).toEqual({ ...text("no"), isError: true });
  expect(formatReturnValueAsMcp(jsonResult({ n: 1 }, { serverData: [{ kind: "k", data: "secret" }] }))).toEqual(
    text('{"n":1}'),
  );
  expect(
    formatReturnValueAsMcp(
      partsResult([
        { type: "text", text: "a" },
        { type: "image", mediaType: "image/png", data: "aGk=" },
        { type: "image", mediaType: "image/png", url: "data:image/gif;base64,aGk=" },
        { type: "image", mediaType: "image/png", url: "https://example.com/a.png" },
        { type: "document", mediaType: "application/pdf", name: "a b.pdf", data: "aGk=" },
        { type: "document", mediaType: "application/pdf", url: "https://example.com/a.pdf" },
      ]),
    ),
  ).toEqual({
    content: [
      { type: "text", text: "a" },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "image", data: "aGk=", mimeType: "image/gif" },
      { type: "resource_link", uri: "https://example.com/a.png", name: "image", mimeType: "image/png" },
      {
        type: "resource",
        resource: { uri: "document:///a%20b.pdf", mimeType: "application/pdf", blob: "aGk=" },
      },
      { type: "resource_link", uri: "https://example.com/a.pdf", name: "document", mimeType: "application/pdf" },
    ],
  });
});

test("FR-006 whatever is returned, the answer is a valid MCP result", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withDate: true, withNullPrototype: true }), (value) => {
      expect(CallToolResultSchema.safeParse(formatReturnValueAsMcp(value)).success).toBe(true);
    }),
  );
});

test("US1-4 a failure names what was thrown, and a thrown string is readable", () => {
  expect(errorResponse(new TypeError("no such field"))).toEqual({
    ...text("Error: TypeError: no such field"),
    isError: true,
  });
  expect(errorResponse("out of paper")).toEqual({ ...text("Error: out of paper"), isError: true });
  expect(errorResponse(undefined)).toMatchObject({ isError: true });
});
