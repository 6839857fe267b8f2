/** Spans and files for tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Span, SpanData } from "../span.ts";

/** A path in a folder of its own, gone when the test is over. */
export function temporaryFile(name = "traces.db"): string {
  const folder = mkdtempSync(join(tmpdir(), "kigumi-trace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

let count = 0;

export function span(spanData: SpanData, more: Partial<Span> = {}): Span {
  count++;
  return {
    spanId: `span-${count}`,
    traceId: "trace-1",
    parentId: null,
    startedAt: "2026-01-01T00:00:00.000Z",
    endedAt: "2026-01-01T00:00:01.000Z",
    error: null,
    ...more,
    spanData,
  };
}

export function toolSpan(output: unknown, more: Partial<Span> & { name?: string; input?: string } = {}): Span {
  const { name = "restart", input = "{}", ...rest } = more;
  return span({ type: "function", name, input, output }, rest);
}
