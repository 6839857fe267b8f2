import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolMessage } from "../message.ts";
import { contextBudgetTokens, trimToolMessages } from "./trim-messages.ts";

type Message = ToolMessage | { readonly role: "user" | "assistant"; readonly content: string };

function tool(id: string, content: ToolMessage["content"], ref?: string): ToolMessage {
  return { role: "tool", tool_call_id: id, tool_name: "t", content, ...(ref !== undefined && { output_ref: ref }) };
}

test("the oldest outputs are trimmed first, and only until the rest fit", () => {
  const messages: Message[] = [
    { role: "user", content: "x".repeat(10_000) },
    tool("c1", "a".repeat(400), "out_1"),
    tool("c2", "b".repeat(400)),
    { role: "assistant", content: "y".repeat(10_000) },
    tool("c3", "c".repeat(400), "out_3"),
  ];
  const before = structuredClone(messages);

  expect(trimToolMessages(messages, { budgetTokens: 300 })).toEqual({ messages, trimmed: 0 });
  const { messages: kept, trimmed } = trimToolMessages(messages, { budgetTokens: 220 });
  expect(trimmed).toBe(1);
  expect(kept).toEqual([
    messages[0],
    { ...messages[1], content: "[tool output trimmed; ref=out_1]", trimmed: true },
    ...messages.slice(2),
  ]);
  expect(trimToolMessages(messages, { budgetTokens: 150 }).messages[2]).toEqual({
    ...messages[2],
    content: "[tool output trimmed]",
    trimmed: true,
  });
  expect(messages).toEqual(before);
});

test("the newest output is trimmed too when it alone exceeds the budget", () => {
  const { messages } = trimToolMessages([tool("c1", "a".repeat(4000), "out_1")], { budgetTokens: 100 });
  expect(messages[0]).toMatchObject({ content: "[tool output trimmed; ref=out_1]", output_ref: "out_1" });
});

test("the estimate is one token for four UTF-8 bytes, rounded up", () => {
  const messages = [tool("c1", "漢".repeat(40))];
  expect(trimToolMessages(messages, { budgetTokens: 30 }).trimmed).toBe(0);
  expect(trimToolMessages(messages, { budgetTokens: 29 }).trimmed).toBe(1);
});

test("what is shorter than the note that would replace it stays", () => {
  const messages = [tool("c1", "ok", "out_1")];
  expect(trimToolMessages(messages, { budgetTokens: 0 })).toEqual({ messages, trimmed: 0 });
});

test("an image counts as an image, not as its bytes", () => {
  const image = { type: "image", mediaType: "image/png", data: "A".repeat(1_000_000) } as const;
  const messages = [tool("c1", [{ type: "text", text: "shot" }, image], "out_1")];
  expect(trimToolMessages(messages, { budgetTokens: 2000 }).trimmed).toBe(0);
  expect(trimToolMessages(messages, { budgetTokens: 1000 }).trimmed).toBe(1);
});

test("trimming is idempotent and never touches other roles", () => {
  const message = fc.oneof(
    fc.nat(300).map((size): Message => tool("c", "x".repeat(size * 4), "out_1")),
    fc.nat(300).map((size): Message => ({ role: "user", content: "u".repeat(size) })),
  );
  fc.assert(
    fc.property(fc.array(message), fc.nat(1000), (messages, budgetTokens) => {
      const once = trimToolMessages(messages, { budgetTokens });
      expect(trimToolMessages(once.messages, { budgetTokens })).toEqual({ messages: once.messages, trimmed: 0 });
      for (const [index, original] of messages.entries()) {
        if (original.role === "user") expect(once.messages[index]).toBe(original);
      }
    }),
  );
});

test("the default budget is a quarter of the context window within bounds", () => {
  expect(contextBudgetTokens(undefined)).toBe(60_000);
  expect(contextBudgetTokens(8_000)).toBe(20_000);
  expect(contextBudgetTokens(128_000)).toBe(32_000);
  expect(contextBudgetTokens(1_000_000)).toBe(60_000);
});
