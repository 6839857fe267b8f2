/** `kigumi traces search`: traces, or single spans, in a table; the newest first, page by page. */
import type { SpanRecord, TraceRecord } from "../../trace/trace-store.ts";
import { elapsedText, scoreText, timeText } from "../figures.ts";
import { type Column, tableLines } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";
import { type FilterOptions, spanQuery, traceQuery } from "./trace-filter.ts";
import { failureOf, spanTitle, tokensOf, usageTotalOf } from "./trace-words.ts";

export interface SearchOptions extends TracesOptions, FilterOptions {
  readonly spans?: true;
  readonly limit: number;
  readonly before?: number;
}

export async function searchCommand(keywords: readonly string[], options: SearchOptions, world: World): Promise<void> {
  const { limit, before, spans = false } = options;
  const page = { limit, ...(before === undefined ? {} : { before }) };
  const query = spans ? spanQuery(options, keywords) : traceQuery(options, keywords);
  await using open = openTraces(options, world);
  const { store, terminal } = open;
  if (spans) {
    const found = await store.searchSpans({ ...query, ...page });
    printPage(terminal, "span", spanColumns, found, limit);
  } else {
    const found = await store.searchTraces({ ...query, ...page });
    printPage(terminal, "trace", traceColumns, found, limit);
  }
}

const traceColumns: readonly Column<TraceRecord>[] = [
  { header: "started", text: ({ startedAt }) => timeText(startedAt) },
  { header: "took", text: ({ startedAt, endedAt }) => elapsedText(startedAt, endedAt), isFigure: true },
  { header: "workflow", text: ({ workflowName }) => workflowName, widest: 40 },
  { header: "tokens", text: (trace) => tokensOf(usageTotalOf(trace)), isFigure: true },
  { header: "prompt", text: ({ metadata }) => promptOf(metadata), widest: 30 },
  { header: "trace", text: ({ traceId }) => traceId },
];

const spanColumns: readonly Column<SpanRecord>[] = [
  { header: "started", text: ({ startedAt }) => timeText(startedAt) },
  { header: "took", text: ({ startedAt, endedAt }) => elapsedText(startedAt, endedAt), isFigure: true },
  { header: "span", text: spanTitle, widest: 40 },
  { header: "score", text: ({ rubric }) => scoreText(rubric?.score), isFigure: true },
  { header: "output", text: (span) => failureOf(span) ?? span.output ?? "", widest: 50 },
  { header: "id", text: ({ spanId }) => spanId },
];

function printPage<Row extends { seq: number }>(
  terminal: Terminal,
  type: string,
  columns: readonly Column<Row>[],
  found: readonly Row[],
  limit: number,
): void {
  for (const record of found) terminal.json({ type, ...record });
  if (found.length === 0) terminal.note(`no ${type}s`);
  else {
    const { header, rows } = tableLines(columns, found);
    terminal.line(header, "dim");
    for (const row of rows) terminal.line(row);
  }
  // A full page may be the last one too; only the next can tell.
  const next = found.length === limit ? found.at(-1)?.seq : undefined;
  terminal.json({ type: "page", ...(next === undefined ? {} : { before: next }) });
  if (next !== undefined) terminal.note(`older ones: --before ${next}`);
}

function promptOf({ prompt_name: name, prompt_version: version }: TraceRecord["metadata"]): string {
  return [name, version].filter((text) => typeof text === "string").join(" ");
}
