/** `kigumi traces judges`: verdicts below a score, gathered by what they are about. */
import { findFailedJudges, groupFailedByBucket } from "../../trace/failed-judges.ts";
import type { SpanRecord } from "../../trace/trace-store.ts";
import { countText, scoreText, timeText } from "../figures.ts";
import { type Column, tableLines } from "../table.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";
import { type FilterOptions, traceQuery } from "./trace-filter.ts";

export interface JudgesOptions extends TracesOptions, FilterOptions {
  readonly below: number;
  readonly limit: number;
}

export async function judgesCommand(options: JudgesOptions, world: World): Promise<void> {
  const { below, limit } = options;
  await using open = openTraces(options, world);
  const { store, terminal } = open;
  const query = traceQuery(options);
  const isNarrowed = Object.keys(query).length > 0;
  const failed = await findFailedJudges(store, below, { limit, ...(isNarrowed ? { traceQuery: query } : {}) });
  if (failed.length === 0) terminal.note(`no verdict below ${below}`);
  for (const [bucket, spans = []] of Object.entries(groupFailedByBucket(failed))) {
    for (const span of spans) terminal.json({ type: "judge", bucket, ...span });
    terminal.line(`${bucket}: ${countText(spans.length, "verdict")}`, "bold");
    for (const row of tableLines(columns, spans).rows) terminal.line(`  ${row}`);
  }
}

const columns: readonly Column<SpanRecord>[] = [
  { header: "started", text: ({ startedAt }) => timeText(startedAt) },
  { header: "score", text: ({ rubric }) => scoreText(rubric?.score), isFigure: true },
  { header: "comment", text: ({ rubric }) => rubric?.comment ?? "" },
  { header: "trace", text: ({ traceId }) => traceId },
];
