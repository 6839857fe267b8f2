/**
 * Keeps a trace file within limits: looks at every trace once, forgets whole traces, the oldest first, and gives their
 * space back. In short steps, so that neither the event loop nor those who write to the file wait long.
 */
import { parseDuration } from "../../duration/duration.ts";
import type { Sql } from "../../engine/sqlite/statements.ts";
import type { RetentionLimits } from "../../tool/output/output-store.ts";
import { giveBackSpace } from "./give-back-space.ts";
import { assertCount } from "./page.ts";
import { isScalarEntry, scalarEntry } from "./schema.ts";
import { forget } from "./span-derivatives.ts";
import type { TraceConnection } from "./trace-connection.ts";

export interface PrunedTraces {
  /** Traces forgotten. */
  readonly removed: number;
  /** Bytes of their spans. */
  readonly freedBytes: number;
}

interface Candidate {
  readonly seq: number;
  /** When its last span ended, or began. */
  readonly lastMs: number;
  readonly bytes: number;
}

const surveyedPerStep = 500;
const forgottenPerStep = 100;

export async function pruneTraces(
  connection: TraceConnection,
  { maxAge, maxBytes }: RetentionLimits,
  now: Date,
): Promise<PrunedTraces> {
  assertCount("maxBytes", maxBytes);
  const notBefore = maxAge === undefined ? Number.NEGATIVE_INFINITY : now.getTime() - parseDuration(maxAge);
  const forgotten = excessOf(await surveyed(connection), { notBefore, maxBytes: maxBytes ?? Number.POSITIVE_INFINITY });
  if (forgotten.length > 0) {
    await forgetTraces(connection, forgotten);
    await giveBackSpace(connection);
  }
  return { removed: forgotten.length, freedBytes: forgotten.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function surveyed(connection: TraceConnection): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let after = 0; ; ) {
    const step = await connection.ask((sql) => sql(nextCandidates).all(after, surveyedPerStep));
    for (const { seq, last_ms, bytes } of step) {
      // A trace that does not say when it was is never too old.
      found.push({ seq: Number(seq), lastMs: Number(last_ms ?? Number.POSITIVE_INFINITY), bytes: Number(bytes) });
    }
    const last = found.at(-1);
    if (step.length < surveyedPerStep || last === undefined) return found;
    after = last.seq;
  }
}

/** The oldest first. */
function excessOf(
  candidates: readonly Candidate[],
  { notBefore, maxBytes }: { readonly notBefore: number; readonly maxBytes: number },
): Candidate[] {
  const oldestFirst = candidates.toSorted((a, b) => (a.lastMs === b.lastMs ? a.seq - b.seq : a.lastMs - b.lastMs));
  let excessBytes = candidates.reduce((sum, { bytes }) => sum + bytes, 0) - maxBytes;
  const firstKept = oldestFirst.findIndex(({ lastMs, bytes }) => {
    const stays = lastMs >= notBefore && excessBytes <= 0;
    excessBytes -= bytes;
    return stays;
  });
  return firstKept === -1 ? oldestFirst : oldestFirst.slice(0, firstKept);
}

async function forgetTraces(connection: TraceConnection, forgotten: readonly Candidate[]): Promise<void> {
  // Otherwise the index of texts would be rewritten each time that another tenth of it is crossed out.
  await connection.ask((sql) => sql(setMergeShare).run(0));
  try {
    for (let at = 0; at < forgotten.length; at += forgottenPerStep) {
      const step = forgotten.slice(at, at + forgottenPerStep);
      await connection.change((sql) => {
        for (const { seq } of step) forgetTrace(sql, seq);
      });
    }
  } finally {
    await connection.ask((sql) => sql(setMergeShare).run(defaultMergeShare));
  }
}

/** From which percentage of deleted rows on a part of the index is merged by itself; 0 is never. */
const setMergeShare = "INSERT INTO span_search (span_search, rank) VALUES ('deletemerge', CAST(? AS INTEGER))";
const defaultMergeShare = 10;

const textColumns = [
  "input",
  "output",
  "tool_calls_json",
  "structured_json",
  "rubric_json",
  "usage_json",
  "error_json",
];
const bytesOfSpan = [...textColumns, "raw_json"].map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");

const nextCandidates = `
  SELECT seq,
    (SELECT max(coalesce(ended_ms, started_ms)) FROM span_facts INDEXED BY fact_times
      WHERE trace_id = traces.id) AS last_ms,
    (SELECT coalesce(sum(${bytesOfSpan}), 0) FROM spans WHERE trace_id = traces.id) AS bytes
  FROM traces WHERE seq > ? ORDER BY seq LIMIT ?`;

/** By their whole keys, because there is no other way to these rows. */
const forgetMetadata = `
  DELETE FROM trace_metadata WHERE (key, kind, value, trace_seq) IN (
    SELECT ${scalarEntry}, seq FROM traces, json_each(CASE WHEN json_valid(metadata_json) THEN metadata_json END)
    WHERE seq = ? AND ${isScalarEntry})`;

/** Inside a transaction. */
function forgetTrace(sql: Sql, traceSeq: number): void {
  const spans = sql("SELECT seq FROM spans WHERE trace_id = (SELECT id FROM traces WHERE seq = ?)").all(traceSeq);
  for (const { seq } of spans) {
    forget(sql, Number(seq));
    sql("DELETE FROM spans WHERE seq = ?").run(Number(seq));
  }
  sql(forgetMetadata).run(traceSeq);
  sql("DELETE FROM traces WHERE seq = ?").run(traceSeq);
}
