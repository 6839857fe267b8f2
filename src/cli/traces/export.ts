/** `kigumi traces export`: traces as lines of JSON, the oldest first; however many there are, a page is held at a time. */
import { once } from "node:events";
import type { TraceQuery, TraceStore } from "../../trace/trace-store.ts";
import { printableJson } from "../printable-json.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";
import { type FilterOptions, traceQuery } from "./trace-filter.ts";
import { spanLine, traceLine } from "./trace-lines.ts";

export type ExportOptions = TracesOptions & FilterOptions;

const PAGE = 100;

export async function exportCommand(keywords: readonly string[], options: ExportOptions, world: World): Promise<void> {
  const { stdout, signal } = world;
  await using open = openTraces(options, world);
  for await (const line of linesOf(open.store, traceQuery(options, keywords))) {
    signal.throwIfAborted();
    // A slow reader must not fill our memory.
    if (!stdout.write(`${line}\n`)) await once(stdout, "drain", { signal });
  }
}

async function* linesOf(store: TraceStore, query: TraceQuery): AsyncGenerator<string> {
  let after = 0;
  while (true) {
    const traces = await store.searchTraces({ ...query, after, limit: PAGE });
    for (const trace of traces) {
      yield printableJson(traceLine(trace));
      for (const span of await store.getSpansByTrace(trace.traceId)) yield printableJson(spanLine(span));
      after = trace.seq;
    }
    if (traces.length < PAGE) return;
  }
}
