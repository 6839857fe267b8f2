import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryEngine } from "../engine/create-memory-engine.ts";
import { modelPlanner } from "../model/index.ts";
import { scriptedModel } from "../model/scripted-model.ts";
import { recordFixture, replayFixture } from "../testing/index.ts";
import { defineTool } from "../tool/define-tool.ts";
import { toolset } from "../tool/toolset.ts";
import { defineAgent } from "./define-agent.ts";
import { createRuntime } from "./runtime.ts";

const look = defineTool({
  name: "look",
  description: "Look",
  effect: "read",
  input: z.object({}),
  execute: () => "ok",
});

/** As providers send it: an item id with the text's beginning, a signature with its end and with the call. */
const turn: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "t", providerMetadata: { openai: { itemId: "msg_1" } } },
  { type: "text-delta", id: "t", delta: "One moment." },
  { type: "text-end", id: "t", providerMetadata: { google: { thoughtSignature: "sig-text" } } },
  { type: "text-start", id: "empty", providerMetadata: { openai: { itemId: "msg_2" } } },
  { type: "text-end", id: "empty" },
  {
    type: "tool-call",
    toolCallId: "c1",
    toolName: "look",
    input: "{}",
    providerMetadata: { google: { thoughtSignature: "sig-call" } },
  },
  {
    type: "finish",
    finishReason: { unified: "tool-calls", raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    },
  },
];

test("what a provider says of a text or a call is logged with it, and goes back with it on the next turn", async () => {
  const model = scriptedModel([{ stream: turn }, "done"]);
  const agent = () => defineAgent({ id: "a", planner: modelPlanner({ model }), toolsets: [toolset("tools", [look])] });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  runtime.registerAgent(agent());
  const { runId } = await runtime.client("a").oneShot({ messages: [{ role: "user", content: "go" }] });

  const textMetadata = { openai: { itemId: "msg_1" }, google: { thoughtSignature: "sig-text" } };
  const callMetadata = { google: { thoughtSignature: "sig-call" } };
  const events = await runtime.runs.read(runId);
  expect(events.find(({ type }) => type === "assistant_turn_committed")).toMatchObject({
    content: [
      { type: "text", text: "One moment.", providerMetadata: textMetadata },
      { type: "tool_use", id: "c1", name: "look", args: {}, providerMetadata: callMetadata },
    ],
  });
  expect(model.requests[1]?.prompt.find(({ role }) => role === "assistant")?.content).toEqual([
    { type: "text", text: "One moment.", providerOptions: textMetadata },
    { type: "tool-call", toolCallId: "c1", toolName: "look", input: {}, providerOptions: callMetadata },
  ]);

  const replayed = await replayFixture(await recordFixture(runtime, runId), { agent: agent() });
  expect(replayed.output.message).toBe("done");
});
