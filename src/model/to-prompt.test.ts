import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssistantPart, Message } from "../run/message.ts";
import { ConversationMemory } from "./conversation-memory.ts";
import { toPrompt } from "./to-prompt.ts";

const options = { toWireName: (name: string) => name.replaceAll(".", "_"), providerKey: "anthropic" };
const convert = (messages: readonly Message[], more = {}) => toPrompt(messages, { ...options, ...more });
const user = (text: string) => ({ role: "user" as const, content: [{ type: "text" as const, text }] });

test("instructions come first, then the system messages that stand first, the last one with the cache checkpoint", () => {
  const afterSystem = { anthropic: { cacheControl: { type: "ephemeral" } } };
  expect(
    convert(
      [
        { role: "system", content: "b" },
        { role: "user", content: "hi" },
      ],
      { instructions: "a", afterSystem },
    ),
  ).toEqual([
    { role: "system", content: "a" },
    { role: "system", content: "b", providerOptions: afterSystem },
    user("hi"),
  ]);
});

test("a later system message is said by the user as a reminder, beside what the user said", () => {
  expect(
    convert([
      { role: "user", content: "hi" },
      { role: "system", content: "be brief" },
      { role: "system", content: "<system-reminder>already wrapped</system-reminder>" },
    ]),
  ).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "hi" },
        { type: "text", text: "<system-reminder>\nbe brief\n</system-reminder>" },
        { type: "text", text: "<system-reminder>already wrapped</system-reminder>" },
      ],
    },
  ]);
});

test("the closing word stands last, where every provider takes it", () => {
  expect(convert([{ role: "assistant", content: [{ type: "text", text: "a" }] }], { closing: "answer now" })).toEqual([
    { role: "assistant", content: [{ type: "text", text: "a" }] },
    user("<system-reminder>\nanswer now\n</system-reminder>"),
  ]);
});

test("thinking goes back with all the provider said about it", () => {
  const providerMetadata = { anthropic: { signature: "s", extra: 1 } };
  const content: AssistantPart[] = [
    { type: "thinking", text: "hm", signature: "s", providerMetadata },
    { type: "thinking", text: "", redacted: "r" },
    { type: "thinking", text: "" },
    { type: "text", text: "ok" },
  ];
  expect(convert([{ role: "assistant", content }])).toEqual([
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm", providerOptions: providerMetadata },
        { type: "reasoning", text: "", providerOptions: { anthropic: { redactedData: "r" } } },
        { type: "text", text: "ok" },
      ],
    },
  ]);
});

test("images and documents are file parts; what cannot be sent is named", () => {
  expect(
    convert([
      {
        role: "user",
        content: [
          { type: "image", mediaType: "image/png", data: "AAAA" },
          { type: "image", mediaType: "image/png", url: "https://example.com/a.png" },
          { type: "document", mediaType: "application/pdf", name: "a.pdf", data: "BBBB" },
          { type: "document", mediaType: "application/pdf", name: "b.pdf", url: "not a url" },
        ],
      },
    ]),
  ).toEqual([
    {
      role: "user",
      content: [
        { type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } },
        { type: "file", mediaType: "image/png", data: { type: "url", url: new URL("https://example.com/a.png") } },
        { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "BBBB" } },
        { type: "text", text: "[document application/pdf b.pdf]" },
      ],
    },
  ]);
});

const call = (id: string, name = "ops.restart"): AssistantPart => ({ type: "tool_use", id, name, args: { id } });

test("results follow their calls at once and in their order, wherever in the turn they were recorded", () => {
  const prompt = convert([
    { role: "assistant", content: [call("a"), call("b"), call("c")] },
    { role: "tool", results: [{ id: "b", name: "ops.restart", content: "bad", isError: true }] },
    { role: "user", content: "still there?" },
    {
      role: "tool",
      results: [{ id: "a", name: "ops.restart", content: [{ type: "image", mediaType: "image/png", data: "AA" }] }],
    },
  ]);
  expect(prompt).toEqual([
    {
      role: "assistant",
      content: ["a", "b", "c"].map((id) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: "ops_restart",
        input: { id },
      })),
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a",
          toolName: "ops_restart",
          output: {
            type: "content",
            value: [{ type: "file", mediaType: "image/png", data: { type: "data", data: "AA" } }],
          },
        },
        {
          type: "tool-result",
          toolCallId: "b",
          toolName: "ops_restart",
          output: { type: "error-text", value: "bad" },
        },
        {
          type: "tool-result",
          toolCallId: "c",
          toolName: "ops_restart",
          output: { type: "error-text", value: expect.stringContaining("No result was recorded") },
        },
      ],
    },
    user("still there?"),
  ]);
});

test("a result without its call is told as text, so that nothing is lost and nothing is refused", () => {
  expect(convert([{ role: "tool", results: [{ id: "z", name: "docs.search", content: "found" }] }])).toEqual([
    user("[result of tool docs.search, call z]\nfound"),
  ]);
});

test("for a provider that shows no calls without tools, they are told in words", () => {
  const messages: Message[] = [
    { role: "assistant", content: [{ type: "text", text: "let me see" }, call("a")] },
    { role: "tool", results: [{ id: "a", name: "ops.restart", content: "no", isError: true }] },
  ];
  expect(convert(messages, { toolHistory: "text" })).toEqual([
    {
      role: "assistant",
      content: [
        { type: "text", text: "let me see" },
        { type: "text", text: '[called tool ops.restart, call a, with {"id":"a"}]' },
      ],
    },
    user("[error of tool ops.restart, call a]\nno"),
  ]);
});

const text = fc.string({ maxLength: 8 });
const id = fc.constantFrom("a", "b", "c");
const name = fc.constantFrom("ops.restart", "docs.search");
const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  text.map((text) => ({ type: "text" as const, text })),
  text.map((text) => ({ type: "thinking" as const, text })),
  fc.record({ type: fc.constant("tool_use" as const), id, name, args: fc.constant({}) }),
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("system" as const), content: text }),
  fc.record({ role: fc.constant("user" as const), content: text }),
  fc.record({ role: fc.constant("assistant" as const), content: fc.array(part, { maxLength: 4 }) }),
  fc.record({
    role: fc.constant("tool" as const),
    results: fc.array(fc.record({ id, name, content: text }), { maxLength: 3 }),
  }),
);
const transcript = fc.array(message, { maxLength: 8 });

function callIds(message: LanguageModelV4Prompt[number] | undefined): string[] {
  if (message?.role !== "assistant") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
}

function resultIds(message: LanguageModelV4Prompt[number] | undefined): string[] {
  if (message?.role !== "tool") return [];
  return message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
}

test("whatever the transcript, every call has its result right behind it and no result stands alone", () => {
  fc.assert(
    fc.property(transcript, (messages) => {
      const prompt = convert(messages);
      prompt.forEach((message, index) => {
        if (message.role === "tool") expect(resultIds(message)).toEqual(callIds(prompt[index - 1]));
        if (callIds(message).length > 0) expect(resultIds(prompt[index + 1])).toEqual(callIds(message));
      });
    }),
    { numRuns: 1000 },
  );
});

test("whatever the transcript, the system speaks first only, nothing is empty, and users do not follow users", () => {
  fc.assert(
    fc.property(transcript, (messages) => {
      const prompt = convert(messages);
      prompt.forEach((message, index) => {
        expect(message.content.length).toBeGreaterThan(0);
        const previous = prompt[index - 1];
        if (message.role === "system" && previous) expect(previous.role).toBe("system");
        if (message.role === "user" && previous) expect(previous.role).not.toBe("user");
      });
    }),
    { numRuns: 1000 },
  );
});

test("whatever the transcript, no word of it is lost, and no call is shown in words-only form", () => {
  fc.assert(
    fc.property(transcript, fc.constantFrom("parts", "text"), (messages, toolHistory) => {
      const prompt = convert(messages, { toolHistory });
      const written = JSON.stringify(prompt);
      for (const said of messages.flatMap(wordsOf)) expect(written).toContain(JSON.stringify(said).slice(1, -1));
      if (toolHistory === "text") expect(prompt.flatMap(callIds)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("whatever the transcript, a memory of earlier turns changes nothing about the prompt", () => {
  const options = fc.record({
    toolHistory: fc.constantFrom("parts", "text"),
    providerKey: fc.constantFrom("anthropic", "openai"),
    toWireName: fc.constantFrom(
      (name: string) => name.replaceAll(".", "_"),
      (name: string) => name,
    ),
  });
  fc.assert(
    fc.property(transcript, transcript, fc.array(fc.tuple(fc.nat(8), fc.boolean(), options)), (one, other, turns) => {
      const memory = new ConversationMemory();
      for (const [length, isOther, more] of turns) {
        // Mostly the same conversation, sometimes another one that began alike.
        const messages = isOther ? [...one.slice(0, 2), ...other] : one.slice(0, length);
        expect(convert(messages, { ...more, settled: memory.recall(messages) })).toEqual(convert(messages, more));
      }
    }),
    { numRuns: 1000 },
  );
});

test("a prompt that was handed out does not change when the conversation goes on", () => {
  const memory = new ConversationMemory();
  const messages: Message[] = [
    { role: "user", content: "a" },
    { role: "assistant", content: [] },
    { role: "user", content: "b" },
    { role: "assistant", content: [{ type: "text", text: "c" }] },
  ];
  const prompts = messages.map((_, index) => {
    const part = messages.slice(0, index + 1);
    return convert(part, { settled: memory.recall(part) });
  });
  expect(prompts).toEqual(messages.map((_, index) => convert(messages.slice(0, index + 1))));
});

function wordsOf(message: Message): string[] {
  if (message.role === "tool") return message.results.map(({ content }) => String(content));
  if (typeof message.content === "string") return [message.content];
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}
