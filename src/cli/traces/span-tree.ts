/**
 * Spans as a tree of lines: who called whom, when within the trace and for how long. Every span appears once, also one
 * whose parent was never written or whose parents lead around in a circle.
 */
import type { SpanRecord } from "../../trace/trace-store.ts";
import { durationText } from "../figures.ts";

export interface TreeLine {
  readonly span: SpanRecord;
  /** The branches that lead to it, such as `│  └─ `. */
  readonly branch: string;
  /** The branches below it, for lines that belong to it. */
  readonly below: string;
}

export function spanTree(spans: readonly SpanRecord[]): readonly TreeLine[] {
  const ordered = [...spans].sort(byStart);
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(ordered, ({ parentId }) =>
    parentId !== undefined && known.has(parentId) ? parentId : undefined,
  );
  const lines: TreeLine[] = [];
  const shown = new Set<string>();
  // A stack of our own: traces come from anywhere, and a deep one must not overflow the call stack.
  const waiting: TreeLine[] = [];
  const roots = [...(children.get(undefined) ?? []), ...ordered];
  for (const root of roots) {
    waiting.push({ span: root, branch: "", below: "" });
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (shown.has(next.span.spanId)) continue;
      shown.add(next.span.spanId);
      lines.push(next);
      waiting.push(...sprouts(children.get(next.span.spanId) ?? [], next.below).reverse());
    }
  }
  return lines;
}

function sprouts(siblings: readonly SpanRecord[], indent: string): TreeLine[] {
  const last = siblings.length - 1;
  return siblings.map((span, index) => ({
    span,
    branch: indent + (index === last ? "└─ " : "├─ "),
    below: indent + (index === last ? "   " : "│  "),
  }));
}

const BAR = 24;

/** When the span ran within the whole, drawn to scale. */
export function timelineBar({ startedAt, endedAt }: SpanRecord, from: number, until: number): string {
  if (startedAt === undefined || endedAt === undefined || until <= from) return " ".repeat(BAR);
  const place = (at: Date) => ((at.getTime() - from) / (until - from)) * BAR;
  const start = Math.min(BAR - 1, Math.max(0, Math.floor(place(startedAt))));
  const end = Math.min(BAR, Math.max(start + 1, Math.round(place(endedAt))));
  return " ".repeat(start) + "━".repeat(end - start) + " ".repeat(BAR - end);
}

/** How long it took; a span that never ended says so. */
export function spanDuration({ startedAt, endedAt }: SpanRecord): string {
  if (endedAt === undefined) return "unfinished";
  return startedAt === undefined ? "" : durationText(endedAt.getTime() - startedAt.getTime());
}

function byStart(left: SpanRecord, right: SpanRecord): number {
  const [a, b] = [left.startedAt?.getTime() ?? 0, right.startedAt?.getTime() ?? 0];
  return a - b || left.ingestSeq - right.ingestSeq;
}
