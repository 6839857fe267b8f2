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
  const children = new Map<string | undefined, SpanRecord[]>();
  const known = new Set(spans.map(({ spanId }) => spanId));
  for (const span of [...spans].sort(byStart)) {
    const parent = span.parentId !== undefined && known.has(span.parentId) ? span.parentId : undefined;
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const lines: TreeLine[] = [];
  const shown = new Set<string>();
  const grow = (siblings: readonly SpanRecord[], indent: string, isRoot: boolean): void => {
    for (const [index, span] of siblings.entries()) {
      if (shown.has(span.spanId)) continue;
      shown.add(span.spanId);
      const isLast = index === siblings.length - 1;
      const below = isRoot ? indent : indent + (isLast ? "   " : "│  ");
      lines.push({ span, branch: isRoot ? indent : indent + (isLast ? "└─ " : "├─ "), below });
      grow(children.get(span.spanId) ?? [], below, false);
    }
  };
  grow(children.get(undefined) ?? [], "", true);
  grow(spans, "", true);
  return lines;
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
