import { generateText, Output } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { type AnthropicStep, createAnthropicEndpoint } from "../../testing/index.ts";
import { modelAt } from "../testing/model-at.ts";
import { recoverStructuredOutput, unwrapEnvelope } from "./structured-output.ts";

const schema = z.object({ answer: z.number() });

function handing(args: Record<string, unknown>): AnthropicStep {
  return { text: "Here it comes.", toolCalls: [{ name: "StructuredOutput", args: args as { answer: number } }] };
}

async function ask(script: readonly AnthropicStep[]) {
  await using endpoint = await createAnthropicEndpoint({ script });
  return await generateText({
    model: modelAt(endpoint),
    prompt: "The answer?",
    maxRetries: 0,
    output: Output.object({ schema }),
  });
}

test("the answer is what the model handed to the CLI's tool, and its prose stays out of it", async () => {
  const { output, text } = await ask([handing({ answer: 42 })]);
  expect(output).toEqual({ answer: 42 });
  expect(text).toBe('{"answer":42}');
});

test("an answer in an envelope is unwrapped when the CLI has given up on it", async () => {
  const wrapped = handing({ parameters: '{"answer": 7}' });
  expect((await ask([wrapped, wrapped, wrapped])).output).toEqual({ answer: 7 });
});

test("an answer that was only written down is read from the text", async () => {
  const said = 'It is:\n```json\n{"answer": 1}\n```';
  expect((await ask([said, said])).output).toEqual({ answer: 1 });
});

test("an answer of another shape is a StructuredOutputError that names the session", async () => {
  const wrong = handing({ reply: "forty-two" });
  await expect(ask([wrong, wrong, wrong])).rejects.toMatchObject({
    name: "StructuredOutputError",
    code: "structured_output_failed",
    isRetryable: false,
    sessionId: expect.any(String),
    numTurns: expect.any(Number),
    durationMs: expect.any(Number),
  });
});

test("JSON without a schema is any object in the answer", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ['Sure: {"free": ["form"]}'] });
  const { content } = await modelAt(endpoint).doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text: "JSON please" }] }],
    responseFormat: { type: "json" },
  });
  expect(content).toEqual([{ type: "text", text: '{"free":["form"]}' }]);
  expect(JSON.stringify(endpoint.requests[0]?.system)).toContain("one JSON object");
});

test.for([
  [{ parameters: { a: 1 } }, { a: 1 }],
  [{ parameter: { a: 1 } }, { a: 1 }],
  [{ output: '{"a":1}' }, { a: 1 }],
  [{ output: "no json" }, undefined],
  [{ parameters: { a: 1 }, more: 1 }, undefined],
  [{ result: { a: 1 } }, undefined],
  ["text", undefined],
])("unwraps %j to %j", ([value, inner]) => {
  expect(unwrapEnvelope(value)).toEqual(inner);
});

test("a schema that has a key like an envelope keeps it", async () => {
  const outer = { type: "object", properties: { output: { type: "object" } }, required: ["output"] } as const;
  expect(await recoverStructuredOutput({ accepted: { output: { a: 1 } } }, outer)).toEqual({ output: { a: 1 } });
});
