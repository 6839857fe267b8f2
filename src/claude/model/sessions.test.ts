import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LanguageModelV4Content, LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { createAnthropicEndpoint, toolResultsOf } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";

const user = (text: string): LanguageModelV4Message => ({ role: "user", content: [{ type: "text", text }] });
const assistant = (text: string): LanguageModelV4Message => ({ role: "assistant", content: [{ type: "text", text }] });
const lookUp = { type: "function", name: "look_up", inputSchema: { type: "object", properties: {} } } as const;

/** A first request that ends with a call, and the prompt that brings its result. */
const calling = { toolCalls: [{ name: "mcp__pydantic_tools__look_up", args: {} }] };

function withResult(content: readonly LanguageModelV4Content[]): LanguageModelV4Prompt {
  const call = content.find((part) => part.type === "tool-call");
  if (call?.providerMetadata === undefined) throw new Error("the model made no call");
  const { toolCallId, toolName, providerMetadata } = call;
  return [
    user("Look it up."),
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId, toolName, input: {}, providerOptions: providerMetadata }],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName, output: { type: "error-text", value: "not there" } }],
    },
  ];
}

test("a session that is resumed gets only what was said since its last answer", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["One.", "Two."] });
  const model = modelAt(endpoint, { appendSystemPrompt: "Be brief." });
  const first = await model.doGenerate({ prompt: [{ role: "system", content: "You count." }, user("Count.")] });
  const sessionId = String(first.providerMetadata?.claudeCode?.sessionId);
  const second = await model.doGenerate({
    prompt: [user("Count."), assistant("One."), user("Go on.")],
    providerOptions: { claudeCode: { resume: sessionId } },
  });
  expect(second.providerMetadata?.claudeCode?.sessionId).toBe(sessionId);
  const sent = JSON.stringify(endpoint.requests[1]?.messages);
  expect(sent).toContain("Go on.");
  expect(sent).not.toContain("The conversation so far");
  expect(JSON.stringify(endpoint.requests[0]?.system)).toContain("You count.\\n\\nBe brief.");
});

test("a request that brings a call's result can be repeated: the session still stands at the call", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [calling, { status: 529 }, "It is gone."] });
  const model = modelAt(endpoint);
  const { content } = await model.doGenerate({ prompt: [user("Look it up.")], tools: [lookUp] });
  const prompt = withResult(content);
  await expect(model.doGenerate({ prompt, tools: [lookUp] })).rejects.toMatchObject({ isRetryable: true });
  const answer = await model.doGenerate({ prompt, tools: [lookUp] });

  expect(answer.content).toMatchObject([{ type: "text", text: "It is gone." }]);
  const results = endpoint.requests.slice(1).map(toolResultsOf);
  expect(results).toMatchObject([[{ text: "not there", isError: true }], [{ text: "not there", isError: true }]]);
});

test("a result whose session is gone is told to a new session", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [calling, "It is gone."] });
  const model = modelAt(endpoint);
  const { content } = await model.doGenerate({ prompt: [user("Look it up.")], tools: [lookUp] });
  await rm(join(String(endpoint.env.CLAUDE_CONFIG_DIR), "projects"), { recursive: true });
  const answer = await model.doGenerate({ prompt: withResult(content), tools: [lookUp] });

  expect(answer.content).toMatchObject([{ type: "text", text: "It is gone." }]);
  expect(JSON.stringify(endpoint.requests[1]?.messages)).toContain("not there");
});

test("a model that keeps no sessions leaves nothing of a conversation on the disk, and is still told the results", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [calling, "Noted."] });
  const model = modelAt(endpoint, { queryOptions: { env: endpoint.env, persistSession: false } });
  const { content } = await model.doGenerate({ prompt: [user("Look it up.")], tools: [lookUp] });
  const answer = await model.doGenerate({ prompt: withResult(content), tools: [lookUp] });
  expect(answer.content).toMatchObject([{ type: "text", text: "Noted." }]);
  expect(JSON.stringify(endpoint.requests[1]?.messages)).toContain("not there");
  const kept = await readdir(String(endpoint.env.CLAUDE_CONFIG_DIR), { recursive: true });
  expect(kept.filter((name) => name.endsWith(".jsonl"))).toEqual([]);
});

test("a prompt is text: what looks like a command or a file in it is neither", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["Yes."] });
  await modelAt(endpoint).doGenerate({ prompt: [user("/clear @/etc/hostname")] });
  expect(JSON.stringify(endpoint.requests[0]?.messages.at(-1))).toContain("/clear @/etc/hostname");
});

test("images and documents go along, and what cannot be read is refused", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["A dot."] });
  const model = modelAt(endpoint);
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const image = { type: "file", mediaType: "image/png", data: { type: "data", data: pixel } } as const;
  await model.doGenerate({ prompt: [{ role: "user", content: [{ type: "text", text: "What is it?" }, image] }] });
  expect(JSON.stringify(endpoint.requests[0]?.messages.at(-1))).toContain('"type":"image"');

  const film = { ...image, mediaType: "video/mp4" };
  await expect(model.doGenerate({ prompt: [{ role: "user", content: [film] }] })).rejects.toMatchObject({
    code: "unsupported_content",
    data: { mediaType: "video/mp4" },
  });
});

test.for([[[]], [[user("  ")]], [[{ role: "system" as const, content: "You wait." }]]] as const)(
  "a prompt in which no user says anything is refused",
  async ([prompt]) => {
    await using endpoint = await createAnthropicEndpoint({ script: [] });
    await expect(modelAt(endpoint).doGenerate({ prompt: [...prompt] })).rejects.toMatchObject({
      code: "invalid_prompt",
    });
  },
);
