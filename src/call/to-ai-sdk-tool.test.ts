/** The tool inside the real AI SDK: `generateText` with its own mock of a model. */
import { generateText, stepCountIs, type ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { z } from "zod";
import { createToolContext } from "../runtime/tool-context.ts";
import { defineTool } from "../tool/define-tool.ts";
import { partsResult } from "../tool/result.ts";
import { toAiSdkTool } from "./to-ai-sdk-tool.ts";

const ctx = createToolContext();
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes one call and then stops. */
function modelCalling(toolName: string, input: unknown) {
  const replies = [
    {
      content: [{ type: "tool-call" as const, toolCallId: "c1", toolName, input: JSON.stringify(input) }],
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage,
      warnings: [],
    },
    {
      content: [{ type: "text" as const, text: "done" }],
      finishReason: { unified: "stop" as const, raw: undefined },
      usage,
      warnings: [],
    },
  ];
  let turn = 0;
  return new MockLanguageModelV4({ doGenerate: async () => replies[turn++] as never });
}

async function runWith(tools: ToolSet, name: string, input: unknown) {
  const model = modelCalling(name, input);
  const { steps } = await generateText({ model, prompt: "go", tools, stopWhen: stepCountIs(3) });
  const sent = model.doGenerateCalls[0]?.tools?.[0];
  const toolMessage = model.doGenerateCalls[1]?.prompt.find((message) => message.role === "tool");
  return { steps, sent, answer: toolMessage?.content[0] };
}

const add = defineTool({
  name: "math.add",
  description: "Add two numbers",
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  execute: ({ a, b }) => ({ sum: a + b }),
});

test("the model sees the definition as it is, and the result reaches it", async () => {
  const { sent, answer } = await runWith({ add: toAiSdkTool(add, { ctx }) }, "add", { a: 2 });
  expect(sent).toMatchObject({ description: "Add two numbers", inputSchema: add.definition.parameters });
  expect(answer).toMatchObject({ output: { type: "text", value: '{"sum":3}' } });
});

test("a foreign schema arrives unchanged", async () => {
  const foreign = { type: "object", properties: { a: { type: "object", properties: {} } } } as const;
  const tool = defineTool({ name: "f", description: "", input: foreign, foreign: true, execute: () => "ok" });
  const { sent } = await runWith({ f: toAiSdkTool(tool, { ctx }) }, "f", {});
  expect(sent).toMatchObject({ inputSchema: foreign });
  expect(JSON.stringify(sent)).not.toContain("additionalProperties");
});

test("wrong arguments come back as our correction", async () => {
  const { answer } = await runWith({ add: toAiSdkTool(add, { ctx }) }, "add", { a: "two" });
  expect(JSON.stringify(answer)).toContain("a: expected number, received");
});

test("the policy holds inside the SDK's loop", async () => {
  const policy = { allow: null, deny: ["math.add"], params: {} };
  const { answer } = await runWith({ add: toAiSdkTool(add, { ctx, policy }) }, "add", { a: 2 });
  expect(JSON.stringify(answer)).toContain("Tool is not allowed: math.add");
});

test("parts become content, with documents as files", async () => {
  const tool = defineTool({
    name: "shot",
    description: "",
    input: z.object({}),
    execute: () =>
      partsResult([
        { type: "text", text: "see" },
        { type: "image", mediaType: "image/png", data: "aGk=" },
        { type: "document", mediaType: "application/pdf", name: "a.pdf", data: "JVBERg==" },
      ]),
  });
  const { answer } = await runWith({ shot: toAiSdkTool(tool, { ctx }) }, "shot", {});
  expect(answer).toMatchObject({
    output: {
      type: "content",
      value: [
        { type: "text", text: "see" },
        { type: "file", mediaType: "image/png" },
        { type: "file", mediaType: "application/pdf", filename: "a.pdf" },
      ],
    },
  });
});

test("a tool that needs approval says how to give it", async () => {
  const tool = defineTool({ name: "t", description: "", input: z.object({}), confirmation: {}, execute: () => "ran" });
  const refused = await runWith({ t: toAiSdkTool(tool, { ctx }) }, "t", {});
  expect(JSON.stringify(refused.answer)).toContain("needs a person's approval");
  const approved = await runWith({ t: toAiSdkTool(tool, { ctx, confirm: () => true }) }, "t", {});
  expect(approved.answer).toMatchObject({ output: { value: "ran" } });
});
