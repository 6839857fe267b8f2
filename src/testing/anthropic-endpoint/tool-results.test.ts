import { expect, test } from "vitest";
import type { RequestBlock } from "./messages-request.ts";
import { toolResultsOf } from "./tool-results.ts";

const reminder = "<system-reminder>\nsteps left: 3\n</system-reminder>\n";
const image: RequestBlock = { type: "image", source: {} };

function received(content: string | readonly RequestBlock[]) {
  const block: RequestBlock = { type: "tool_result", tool_use_id: "toolu_1", content };
  return toolResultsOf({ model: "m", messages: [{ role: "user", content: [block] }] })[0];
}

test("results come in order, with what is an error marked", () => {
  const results = toolResultsOf({
    model: "m",
    messages: [
      { role: "user", content: "add" },
      { role: "assistant", content: [{ type: "tool_use", id: "a" }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "3" }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "b", is_error: true }] },
    ],
  });
  expect(results).toEqual([
    { callId: "a", text: "3", isError: false, blocks: [{ type: "text", text: "3" }] },
    { callId: "b", text: "", isError: true, blocks: [] },
  ]);
});

test("reminders of the CLI are left out, wherever it put them", () => {
  const text = { type: "text", text: "3" } as const;
  expect(
    received([
      { type: "text", text: "3\n" },
      { type: "text", text: reminder },
    ])?.blocks,
  ).toEqual([text]);
  expect(received(`3\n${reminder}${reminder}`)?.blocks).toEqual([text]);
  expect(received([text, image, { type: "text", text: reminder }])?.blocks).toEqual([text, image]);
});

test("what a tool returned is left alone, newlines and all", () => {
  expect(received("a\n")?.text).toBe("a\n");
  expect(
    received([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ])?.text,
  ).toBe("a\nb");
});
