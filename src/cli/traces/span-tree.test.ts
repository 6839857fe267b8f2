import { expect, test } from "vitest";
import type { SpanRecord } from "../../trace/trace-store.ts";
import { spanDuration, spanTree, timelineBar } from "./span-tree.ts";

const span = (spanId: string, parentId?: string, from = 0, until = from + 1): SpanRecord => ({
  ...{ seq: 1, ingestSeq: 1, traceId: "t", spanId, spanType: "custom" },
  ...(parentId === undefined ? {} : { parentId }),
  startedAt: new Date(from),
  endedAt: new Date(until),
});

const drawn = (spans: readonly SpanRecord[]) => spanTree(spans).map(({ branch, span: { spanId } }) => branch + spanId);

test("children stand below their parent, in the order they began", () => {
  const spans = [span("late", "root", 9), span("leaf", "early", 3), span("early", "root", 2), span("root")];
  expect(drawn(spans)).toEqual(["root", "├─ early", "│  └─ leaf", "└─ late"]);
});

test("a span whose parent is unknown is a root, and spans in a circle appear once each", () => {
  expect(drawn([span("orphan", "gone"), span("a", "b"), span("b", "a"), span("self", "self")])).toEqual([
    "orphan",
    "a",
    "└─ b",
    "self",
  ]);
});

test("a trace as deep as twenty thousand calls is drawn", () => {
  const deep = Array.from({ length: 20_000 }, (_, i) => span(`s${i}`, i === 0 ? undefined : `s${i - 1}`));
  expect(spanTree(deep.toReversed())).toHaveLength(20_000);
});

test("a bar shows when a span ran within the trace, and is never empty", () => {
  expect(timelineBar(span("s", undefined, 0, 50), 0, 100)).toBe(`${"━".repeat(12)}${" ".repeat(12)}`);
  expect(timelineBar(span("s", undefined, 100, 100), 0, 100)).toBe(`${" ".repeat(23)}━`);
  expect(timelineBar(span("s"), 5, 5).trim()).toBe("");
});

test("a span that has not ended says so", () => {
  const { endedAt: _, ...unfinished } = span("s");
  expect(spanDuration(unfinished)).toBe("unfinished");
});
