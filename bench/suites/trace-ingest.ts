/** Fills a trace store through its tracer, as fast as the queue empties, and tells how the file grows. */
import { statSync } from "node:fs";
import { SQLiteTracer } from "../../src/trace/index.ts";
import type { Report } from "../report.ts";
import { createCorpus, spansPerTrace } from "./trace-corpus.ts";

const spansPerFlush = 5_000;

export async function fillStore(file: string, count: number): Promise<Report> {
  await using tracer = new SQLiteTracer(file);
  const corpus = createCorpus();
  const rows: (string | number)[][] = [];
  let written = 0;
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const begin = performance.now();
    const from = written;
    let bytes = 0;
    while (written < count * share) {
      for (let i = 0; i < spansPerFlush && written < count * share; i++, written++) {
        const span = corpus.span(written);
        bytes += JSON.stringify(span.spanData).length;
        if (written % spansPerTrace === 0) {
          const metadata = { agent_name: `agent-${(written / 10) % 7}`, agent_run_id: `run-${written}` };
          await tracer.onTraceStart({ traceId: span.traceId, name: "bench", groupId: null, metadata });
        }
        await tracer.onSpanEnd(span);
      }
      await tracer.forceFlush();
      process.stderr.write(`\rtrace: ${written} of ${count} spans written`);
    }
    const seconds = (performance.now() - begin) / 1000;
    rows.push([
      `${written} spans`,
      (written - from) / seconds,
      bytes / (written - from),
      statSync(file).size / written,
    ]);
  }
  process.stderr.write("\n");
  return {
    bench: "trace-ingest",
    title: "Spans taken in: extracted, masked, stored and indexed",
    columns: ["", "spans/s", "bytes of data a span", "bytes on disk a span"],
    rows,
    notes: [
      "making the spans is included in the rate; the file holds every column, the raw export and the index of all text",
    ],
  };
}
