import { generateText, streamText } from "ai";
import { convertReadableStreamToArray } from "ai/test";
import { expect, test } from "vitest";
import { scriptedModel } from "./scripted-model.ts";

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];

test("a script plays through the AI SDK, streamed or whole", async () => {
  const model = scriptedModel([
    "one two",
    { thinking: "hm", text: "three", usage: { inputTokens: 4, outputTokens: 2 } },
  ]);
  const chunks: string[] = [];
  for await (const chunk of streamText({ model, prompt: "x" }).textStream) chunks.push(chunk);
  expect(chunks).toEqual(["one ", "two"]);
  const whole = await generateText({ model, prompt: "y" });
  expect(whole).toMatchObject({ text: "three", reasoningText: "hm", usage: { inputTokens: 4, outputTokens: 2 } });
  model.assertComplete();
});

test("calls are sent under wire names, with ids of their own", async () => {
  const model = scriptedModel([
    {
      toolCalls: [
        { name: "ops.restart", args: { id: 1 } },
        { id: "mine", name: "x", args: "{broken" },
      ],
    },
    { toolCalls: [{ name: "x", args: {} }] },
  ]);
  const { content, finishReason } = await model.doGenerate({ prompt });
  expect(finishReason.unified).toBe("tool-calls");
  expect(content).toEqual([
    { type: "tool-call", toolCallId: "call_1", toolName: "ops_restart", input: '{"id":1}' },
    { type: "tool-call", toolCallId: "mine", toolName: "x", input: "{broken" },
  ]);
  expect((await model.doGenerate({ prompt })).content).toMatchObject([{ toolCallId: "call_2" }]);
});

test("a turn can look at the question, and every question is kept", async () => {
  const model = scriptedModel([(request) => `${request.prompt.length} messages`]);
  expect((await model.doGenerate({ prompt })).content).toEqual([{ type: "text", text: "1 messages" }]);
  expect(model.requests).toEqual([{ prompt }]);
});

test("an error fails the call, or breaks the stream after what was said", async () => {
  const error = new Error("no");
  const model = scriptedModel([{ error }, { text: "half", error }, { text: "half", error }]);
  await expect(model.doStream({ prompt })).rejects.toBe(error);
  const { stream } = await model.doStream({ prompt });
  const types = (await convertReadableStreamToArray(stream)).map(({ type }) => type);
  expect(types).toEqual(["stream-start", "text-start", "text-delta", "text-end", "error"]);
  await expect(model.doGenerate({ prompt })).rejects.toBe(error);
});

test("a stream can be scripted part by part", async () => {
  const parts = [{ type: "text-start" as const, id: "a" }];
  const model = scriptedModel([{ stream: parts }, { stream: parts }]);
  expect(await convertReadableStreamToArray((await model.doStream({ prompt })).stream)).toEqual(parts);
  await expect(model.doGenerate({ prompt })).rejects.toMatchObject({ code: "script_not_whole" });
});

test("a script that is over says what it was asked", async () => {
  const model = scriptedModel(["only one"]);
  await model.doGenerate({ prompt });
  const tools = [{ type: "function" as const, name: "docs_search", inputSchema: {} }];
  await expect(model.doGenerate({ prompt, tools })).rejects.toMatchObject({
    code: "script_exhausted",
    message:
      'the script is over after 1 turns, and the model was asked once more; add a turn for: user [{"type":"text","text":"hello"}], with the tools docs_search',
  });
});

test("turns that are left over fail assertComplete", () => {
  expect(() => scriptedModel(["a", "b"]).assertComplete()).toThrow("has 2 turns and the model was asked 0 times");
});

test("an aborted call does not use up a turn", async () => {
  const model = scriptedModel(["a"]);
  await expect(model.doStream({ prompt, abortSignal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow("stop");
  expect(model.requests).toEqual([]);
});
