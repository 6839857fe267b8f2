import type { SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { expect, test } from "vitest";
import { toModelUsage } from "./usage.ts";

const usageOf = (usage: Record<string, unknown>) => toModelUsage({ usage: usage as SDKResultMessage["usage"] });

test("cached input counts as input, and thinking as output", () => {
  const usage = usageOf({
    input_tokens: 7,
    cache_read_input_tokens: 2,
    cache_creation_input_tokens: 1,
    output_tokens: 5,
    output_tokens_details: { thinking_tokens: 3 },
  });
  expect(usage).toEqual({
    inputTokens: { total: 10, noCache: 7, cacheRead: 2, cacheWrite: 1 },
    outputTokens: { total: 5, text: 2, reasoning: 3 },
  });
});

test("what is left out, or is no number, counts as none", () => {
  expect(usageOf({ input_tokens: "12", output_tokens: null, cache_read_input_tokens: { many: true } })).toEqual({
    inputTokens: { total: 12, noCache: 12, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  });
});
