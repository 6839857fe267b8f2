/** The scripted Messages API is judged by the vendor's own client: what that client reads is what was written down. */
import { existsSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnthropicEndpoint, createAnthropicEndpoint } from "./create-anthropic-endpoint.ts";
import type { SpokenAnswer } from "./script.ts";

const ask = { model: "scripted", max_tokens: 10, messages: [{ role: "user" as const, content: "hi" }] };

function clientOf(endpoint: AnthropicEndpoint): Anthropic {
  return new Anthropic({ baseURL: endpoint.url, apiKey: endpoint.env.ANTHROPIC_API_KEY ?? null });
}

const spoken: SpokenAnswer = {
  thinking: "let me see",
  text: "I will add",
  toolCalls: [
    { name: "add", args: { a: 1, b: [2] } },
    { id: "mine", name: "noop", args: {} },
  ],
  usage: { inputTokens: 7, outputTokens: 8, cacheReadTokens: 9, cacheWriteTokens: 1 },
};

test("an answer is the same message whole and streamed", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [spoken, spoken] });
  const whole = await clientOf(endpoint).messages.create(ask);
  const streamed = await clientOf(endpoint).messages.stream(ask).finalMessage();
  expect(whole).toMatchObject({
    id: "msg_1",
    role: "assistant",
    model: "scripted",
    stop_reason: "tool_use",
    content: [
      { type: "thinking", thinking: "let me see", signature: "scripted" },
      { type: "text", text: "I will add" },
      { type: "tool_use", id: "toolu_1", name: "add", input: { a: 1, b: [2] } },
      { type: "tool_use", id: "mine", name: "noop", input: {} },
    ],
    usage: {
      input_tokens: 7,
      output_tokens: 8,
      cache_read_input_tokens: 9,
      cache_creation_input_tokens: 1,
    },
  });
  expect(streamed.content[2]).toMatchObject({ id: "toolu_2" });
  expect(streamed.content.map((block) => ({ ...block, id: "" }))).toEqual(
    whole.content.map((block) => ({ ...block, id: "" })),
  );
  expect(streamed.usage).toMatchObject(whole.usage);
  expect(streamed.stop_reason).toBe("tool_use");
  endpoint.assertComplete();
});

test("any text survives being streamed", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ({ system }) => String(system) });
  const client = clientOf(endpoint);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (text) => {
      expect(await client.messages.stream({ ...ask, system: text }).finalText()).toBe(text);
    }),
    { numRuns: 30 },
  );
});

test("a string is a final answer, a function looks at the request, and every request is kept", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: ["done", async ({ messages }) => ({ text: `you said ${messages[0]?.content}`, stopReason: "max_tokens" })],
  });
  const client = clientOf(endpoint);
  expect(await client.messages.create(ask)).toMatchObject({ stop_reason: "end_turn", content: [{ text: "done" }] });
  expect(await client.messages.create(ask)).toMatchObject({
    stop_reason: "max_tokens",
    content: [{ text: "you said hi" }],
    usage: { input_tokens: 10, output_tokens: 5 },
  });
  expect(endpoint.requests).toMatchObject([ask, ask]);
});

test("a status is an error in the API's envelope, and by default nobody tries again", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [
      { status: 529 },
      { status: 401, message: "who are you" },
      { status: 500, headers: { "retry-after-ms": "1" } },
      "at last",
    ],
  });
  const client = clientOf(endpoint);
  await expect(client.messages.create(ask)).rejects.toMatchObject({
    status: 529,
    error: { type: "error", error: { type: "overloaded_error", message: "scripted status 529" } },
  });
  await expect(client.messages.create(ask)).rejects.toThrow("who are you");
  expect(await client.messages.create(ask)).toMatchObject({ content: [{ text: "at last" }] });
  expect(endpoint.requests).toHaveLength(4);
});

test("a script that is asked for more refuses and says so; one that is asked for less is not complete", async () => {
  await using short = await createAnthropicEndpoint({ script: [] });
  short.assertComplete();
  await expect(clientOf(short).messages.create(ask)).rejects.toThrow("the script is over after 0 steps");
  expect(() => short.assertComplete()).toThrow("the script is over after 0 steps");

  await using long = await createAnthropicEndpoint({ script: ["never asked"] });
  expect(() => long.assertComplete()).toThrow("the script has 1 steps and the endpoint was asked 0 times");
});

test("counting tokens takes no step, and other addresses do not exist", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [] });
  expect(await clientOf(endpoint).messages.countTokens(ask)).toEqual({ input_tokens: 10 });
  const other = await fetch(`${endpoint.url}/api/hello`);
  expect([other.status, await other.json()]).toMatchObject([404, { error: { type: "not_found_error" } }]);
  endpoint.assertComplete();
});

test("the environment names the endpoint and a home of its own, which goes away with it", async () => {
  const endpoint = await createAnthropicEndpoint({ script: [] });
  const { HOME = "", CLAUDE_CONFIG_DIR = "", ANTHROPIC_BASE_URL } = endpoint.env;
  expect(ANTHROPIC_BASE_URL).toBe(endpoint.url);
  expect([existsSync(HOME), existsSync(CLAUDE_CONFIG_DIR)]).toEqual([true, true]);
  expect(Object.keys(endpoint.env).sort()).toEqual([
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "CLAUDE_CONFIG_DIR",
    "HOME",
    "PATH",
  ]);
  await endpoint[Symbol.asyncDispose]();
  expect(existsSync(HOME)).toBe(false);
  await expect(fetch(endpoint.url)).rejects.toThrow();
});

test("an answer may break off in the middle of its last block, by a lost connection or by the API's own word", async () => {
  for (const breaksOff of ["disconnect", "error"] as const) {
    await using endpoint = await createAnthropicEndpoint({
      script: [{ thinking: "hm", text: "Half an answer", breaksOff }],
    });
    const said: string[] = [];
    const stream = clientOf(endpoint)
      .messages.stream(ask)
      .on("text", (delta) => said.push(delta));
    await expect(stream.finalMessage(), breaksOff).rejects.toThrow();
    expect(said, breaksOff).toEqual(["Half an"]);
  }
});
