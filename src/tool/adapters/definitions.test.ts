import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { toChatCompletionTool } from "./chat-completions.ts";
import { toResponsesTool } from "./responses.ts";

const options = {
  name: "docs.search",
  description: "Search",
  input: z.object({ q: z.string().optional() }),
  execute: () => null,
};

test("Chat Completions: a nested function with a wire name", () => {
  expect(toChatCompletionTool(defineTool(options))).toEqual({
    type: "function",
    function: {
      name: "docs_search",
      description: "Search",
      parameters: { type: "object", properties: { q: { type: "string" } }, additionalProperties: false },
    },
  });
});

test("Responses: flat, and explicit about strictness", () => {
  expect(toResponsesTool(defineTool(options))).toMatchObject({ type: "function", name: "docs_search", strict: false });
  expect(toResponsesTool(defineTool({ ...options, strict: true }), "other")).toMatchObject({
    name: "other",
    strict: true,
    parameters: { required: ["q"] },
  });
});
