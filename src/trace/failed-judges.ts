/** Finds what judges rejected, and sorts it by why. Works on any trace store. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { SpanQuery, SpanRecord, TraceCapabilities, TraceQuery, TraceStore } from "./trace-store.ts";

export interface FailedJudgeOptions {
  /** Default 200. */
  readonly limit?: number;
  /** Only in these traces. */
  readonly traceQuery?: TraceQuery;
}

/** Verdicts with a score below `threshold`, newest first, whatever kind of span holds them. */
export async function findFailedJudges(
  store: TraceStore,
  threshold: number,
  { limit = 200, traceQuery }: FailedJudgeOptions = {},
): Promise<readonly SpanRecord[]> {
  if (traceQuery !== undefined) assertCapable(store.capabilities(), traceQuery);
  const failed: SpanQuery = { outputKind: "judge", score: { below: threshold } };
  const found: SpanRecord[] = [];
  for await (const scope of traceQuery === undefined ? [{}] : tracesOf(store, traceQuery)) {
    for await (const verdict of verdicts(store, { ...failed, ...scope })) {
      if (found.length >= limit) return found;
      found.push(verdict);
    }
  }
  return found;
}

/** By the first tag of the verdict, else the first word of its comment, else `other`. */
export function groupFailedByBucket(spans: readonly SpanRecord[]): Partial<Record<string, SpanRecord[]>> {
  return Object.groupBy(spans, bucketOf);
}

function bucketOf({ rubric }: SpanRecord): string {
  const [tag] = rubric?.tags ?? [];
  const [word] = rubric?.comment.trim().split(/\s+/) ?? [];
  return tag || word || "other";
}

/** A model's response is not a verdict of its own when what was made of it, written after it, says the same. */
async function* verdicts(store: TraceStore, query: SpanQuery): AsyncGenerator<SpanRecord> {
  const said = new Set<string>();
  for (let before: number | undefined; ; ) {
    const page = await store.searchSpans({ ...query, ...(before === undefined ? {} : { before }) });
    for (const span of page) {
      const verdict = JSON.stringify([span.traceId, span.rubric?.score, span.rubric?.comment]);
      if (span.spanType === "response" && said.has(verdict)) continue;
      if (span.spanType !== "response") said.add(verdict);
      yield span;
    }
    before = page.at(-1)?.seq;
    if (before === undefined) return;
  }
}

async function* tracesOf(store: TraceStore, query: TraceQuery): AsyncGenerator<{ traceId: string }> {
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  let before = query.before;
  while (left > 0) {
    const page = await store.searchTraces({
      ...query,
      limit: Math.min(left, 100),
      ...(before === undefined ? {} : { before }),
    });
    for (const { traceId } of page) yield { traceId };
    const last = page.at(-1);
    if (last === undefined) return;
    left -= page.length;
    before = last.seq;
  }
}

function assertCapable(capabilities: TraceCapabilities, { keywords, hasToolCall, metadata }: TraceQuery): void {
  const missing = [
    ...(keywords !== undefined && !capabilities.keywords ? ["keywords"] : []),
    ...(hasToolCall !== undefined && !capabilities.hasToolCall ? ["hasToolCall"] : []),
    ...(metadata !== undefined && !capabilities.metadataQuery ? ["metadata"] : []),
  ];
  if (missing.length === 0) return;
  throw new KigumiError({
    code: "trace_query_unsupported",
    message: `this trace store cannot search by ${missing.join(" or ")}; leave that out of traceQuery`,
    data: { missing },
  });
}
