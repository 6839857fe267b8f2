import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { type AnthropicEndpoint, type AnthropicStep, createAnthropicEndpoint } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";

const request: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "Go." }] }],
  tools: [
    {
      type: "function",
      name: "add",
      inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
    },
  ],
};
const calling = (a: number) => ({ toolCalls: [{ name: "mcp__pydantic_tools__add", args: { a, b: 22 } }] });

async function streamed(endpoint: AnthropicEndpoint): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await modelAt(endpoint).doStream(request);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const WAYS = ["disconnect", "error"] as const;

test.for(WAYS)(
  "half an answer is none: the one that the CLI asks for again is all there is (%s)",
  async (breaksOff) => {
    const broken: AnthropicStep = { thinking: "hm", text: "Half an answer", breaksOff };
    await using endpoint = await createAnthropicEndpoint({ script: [broken, "A whole one."] });
    const { content, finishReason } = await modelAt(endpoint).doGenerate(request);
    expect(content).toEqual([{ type: "text", text: "A whole one." }]);
    expect(finishReason.unified).toBe("stop");
    endpoint.assertComplete();
  },
);

test.for(WAYS)("a call whose arguments broke off is not made, whole or streamed (%s)", async (breaksOff) => {
  const script = [{ text: "Adding.", ...calling(11111), breaksOff }, calling(1)];
  await using endpoint = await createAnthropicEndpoint({ script });
  const { content } = await modelAt(endpoint).doGenerate(request);
  expect(content).toMatchObject([{ type: "tool-call", toolCallId: "toolu_2", input: '{"a":1,"b":22}' }]);

  await using other = await createAnthropicEndpoint({ script: [{ ...calling(11111), breaksOff }, calling(1)] });
  const parts = await streamed(other);
  expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([{ toolCallId: "toolu_2" }]);
  const opened = parts.flatMap((part) => (part.type === "tool-input-start" ? [part.id] : []));
  const closed = parts.flatMap((part) => (part.type === "tool-input-end" ? [part.id] : []));
  expect(closed).toEqual(opened);
  expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "tool-calls" } });
});

test.for(WAYS)(
  "text that was streamed cannot be taken back, so a stream that breaks in it fails (%s)",
  async (breaksOff) => {
    const broken: AnthropicStep = { text: "Half an answer", breaksOff };
    await using endpoint = await createAnthropicEndpoint({ script: [broken, "A whole one."] });
    const parts = await streamed(endpoint);
    expect(parts.at(-1)).toMatchObject({
      type: "error",
      error: { kind: "unavailable", isRetryable: true, message: expect.stringContaining("broke off") },
    });
    expect(parts.some(({ type }) => type === "finish")).toBe(false);
  },
);
