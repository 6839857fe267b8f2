/** `kigumi traces tail`: spans as they are written, of one trace or of all, until somebody has seen enough. */
import { setTimeout as sleep } from "node:timers/promises";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { SpanRecord, TraceStore } from "../../trace/trace-store.ts";
import { scoreText, timeText } from "../figures.ts";
import { oneLine } from "../printable.ts";
import type { Style } from "../terminal.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";
import { spanDuration } from "./span-tree.ts";
import { failureOf, spanTitle } from "./trace-words.ts";

export interface TailOptions extends TracesOptions {
  readonly follow: boolean;
  readonly limit: number;
}

const POLL_MS = 250;

export async function tailCommand(traceId: string | undefined, options: TailOptions, world: World): Promise<void> {
  const { signal } = world;
  await using open = openTraces(options, world);
  const { store, terminal } = open;
  const reader = traceId === undefined ? await allSpans(store, options.limit) : await spansOfTrace(store, traceId);
  const show = async (): Promise<number> => {
    const spans = await reader();
    for (const span of spans) {
      terminal.json({ type: "span", ...span });
      terminal.line(lineOf(span), styleOf(span));
    }
    return spans.length;
  };
  await show();
  while (options.follow && !signal.aborted) {
    if ((await show()) > 0) continue;
    // Whoever stops a tail has got what they wanted: no error.
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Each call gives what was written since the one before. */
type SpanReader = () => Promise<readonly SpanRecord[]>;

async function spansOfTrace(store: TraceStore, traceId: string): Promise<SpanReader> {
  if ((await store.getTrace(traceId)) === undefined) {
    throw new KigumiError({ code: "trace_not_found", message: `there is no trace ${traceId} to follow` });
  }
  let since = 0;
  return async () => {
    const spans = await store.getSpansSince(traceId, since);
    since = spans.at(-1)?.ingestSeq ?? since;
    return spans;
  };
}

/** Begins with the newest `limit`. */
async function allSpans(store: TraceStore, limit: number): Promise<SpanReader> {
  const newest = await store.searchSpans({ limit });
  let after: number | undefined;
  return async () => {
    const spans = after === undefined ? newest.toReversed() : await store.searchSpans({ after });
    after = spans.at(-1)?.seq ?? after ?? 0;
    return spans;
  };
}

function lineOf(span: SpanRecord): string {
  const outcome =
    failureOf(span) ?? (span.rubric === undefined ? span.output : `score ${scoreText(span.rubric.score)}`);
  const title = oneLine(spanTitle(span), 40).padEnd(40);
  return `${timeText(span.startedAt)}  ${spanDuration(span).padStart(10)}  ${title}  ${oneLine(outcome ?? "", 80)}`.trimEnd();
}

function styleOf(span: SpanRecord): Style | undefined {
  if (failureOf(span) !== undefined) return "red";
  return span.endedAt === undefined ? "dim" : undefined;
}
