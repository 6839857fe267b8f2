import { expect, test } from "vitest";
import { DeltaHub } from "./delta-hub.ts";

const text = (delta: string) => ({ type: "assistant_text_delta", delta }) as const;

test("a watcher gets what is published after it came, for its run only", () => {
  const hub = new DeltaHub();
  hub.publish("r", text("early"));
  const queue = hub.subscribe("r");
  hub.publish("other", text("x"));
  hub.publish("r", text("a"));
  expect(queue.take()).toEqual([{ ...text("a"), runId: "r" }]);
  expect(queue.take()).toEqual([]);
  queue.close();
  hub.publish("r", text("late"));
  expect(queue.take()).toEqual([]);
});

test("what continues joins, what is of another stream does not", () => {
  const hub = new DeltaHub();
  const queue = hub.subscribe("r");
  const args = (toolCallId: string, delta: string) =>
    ({ type: "tool_call_args_delta", toolCallId, toolName: "t", delta }) as const;
  for (const delta of [text("a"), text("b"), args("1", "{"), args("1", "}"), args("2", "{"), text("c")]) {
    hub.publish("r", delta);
  }
  expect(queue.take().map(({ delta }) => delta)).toEqual(["ab", "{}", "{", "c"]);
});

test("a watcher that does not read costs a bounded amount of memory, and keeps the newest", () => {
  const hub = new DeltaHub();
  const queue = hub.subscribe("r");
  for (let i = 0; i < 50; i++) {
    hub.publish("r", text("x".repeat(10_000)));
    hub.publish("r", { type: "thinking_delta", delta: String(i) });
  }
  const kept = queue.take();
  expect(kept.reduce((sum, { delta }) => sum + delta.length, 0)).toBeLessThanOrEqual(256 * 1024);
  expect(kept.at(-1)?.delta).toBe("49");
});

test("one piece that is larger than all there is room for is dropped, and the queue goes on", async () => {
  const queue = new DeltaHub().subscribe("r");
  queue.push({ ...text("x".repeat(300_000)), runId: "r" });
  queue.push({ ...text("y"), runId: "r" });
  await queue.arrival();
  expect(queue.take().map(({ delta }) => delta)).toEqual(["y"]);
});
