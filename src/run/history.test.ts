import { expect, test } from "vitest";
import type { RunEvent, RunEventBody } from "./event.ts";
import { evolve } from "./evolve.ts";
import { historyToCompress, visibleMessages } from "./history.ts";
import type { Message } from "./message.ts";
import { type Compression, DEFAULT_RUN_POLICY } from "./run-policy.ts";
import type { RunState } from "./state.ts";

const common = { v: 1, at: 0, runId: "r", agentId: "a", turnId: "r/0" } as const;

/** A conversation of so many turns, each of `tokens` estimated tokens or a little more. */
function conversation(turns: number, tokens: number): Message[] {
  return Array.from({ length: turns }, (_, i) => [
    { role: "user", content: `question ${i}` } as const,
    { role: "assistant", content: [{ type: "text", text: "x".repeat(tokens * 4) }] } as const,
  ]).flat();
}

function started(messages: readonly Message[], compression: Compression): RunState {
  const policy = { ...DEFAULT_RUN_POLICY, history: { type: "compress", ...compression } as const };
  return evolve(undefined, { ...common, id: 1, type: "run_started", messages, policy, labels: {} });
}

function after(state: RunState, body: RunEventBody): RunState {
  return evolve(state, { ...common, ...body, id: state.lastEventId + 1 } as RunEvent);
}

test("history is compressed when its estimated tokens reach the trigger, and not before", () => {
  const limits = { triggerAtInputTokens: 400, keepRecent: 1 };
  expect(historyToCompress(started(conversation(3, 100), limits))).toBeUndefined();
  expect(historyToCompress(started(conversation(4, 100), limits))).toMatchObject({ through: 6 });
});

test("what a model counted triggers too, and counts no more once the history was compressed", () => {
  const short = started(conversation(3, 1), { triggerAtInputTokens: 5000, keepRecent: 1 });
  expect(historyToCompress(short)).toBeUndefined();
  const counted = after(short, { type: "usage", model: "m", inputTokens: 6000, outputTokens: 1 });
  expect(historyToCompress(counted)).toMatchObject({ through: 4 });
  const compressed = after(counted, {
    type: "history_compressed",
    through: 4,
    summary: "short",
    digest: "d",
  });
  expect(historyToCompress(compressed)).toBeUndefined();
  expect(visibleMessages(compressed)).toHaveLength(3);
});

test("either trigger suffices, and what is kept meets both limits", () => {
  const limits = { triggerAt: 3, keepRecent: 2, triggerAtInputTokens: 100_000, keepInputTokens: 150 };
  expect(historyToCompress(started(conversation(3, 100), limits))).toMatchObject({ through: 4 });
});

test("the newest turn is kept even if it is larger than what may be kept", () => {
  const limits = { triggerAtInputTokens: 200, keepInputTokens: 50 };
  expect(historyToCompress(started(conversation(2, 1000), limits))).toMatchObject({ through: 2 });
  expect(historyToCompress(started(conversation(1, 1000), limits))).toBeUndefined();
});
