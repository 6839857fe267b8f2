/** The scores a run of an evaluation has in the trace store already, so that an interrupted one goes on where it was. */
import type { TraceRecord, TraceStore } from "../../trace/trace-store.ts";
import type { CaseResult } from "./summarize-eval.ts";

export type PastScore = Extract<CaseResult, { type: "scored" }>;

const PAGE = 100;

/** By digest: what was scored under another wording of the prompt or of the case does not count. */
export async function readPastScores(store: TraceStore, runId: string): Promise<ReadonlyMap<string, PastScore>> {
  const scores = new Map<string, PastScore>();
  let before: number | undefined;
  while (true) {
    const traces = await store.searchTraces({
      groupId: runId,
      metadata: { eval_run: runId },
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    for (const trace of traces) {
      const digest = String(trace.metadata.eval_digest);
      // Newest first: a score that was given again stands.
      const past = scores.has(digest) ? undefined : await scoreOf(store, trace);
      if (past !== undefined) scores.set(digest, past);
    }
    before = traces.at(-1)?.seq;
    if (traces.length < PAGE) return scores;
  }
}

async function scoreOf(store: TraceStore, { traceId, metadata }: TraceRecord): Promise<PastScore | undefined> {
  const [verdict] = await store.searchSpans({ traceId, outputKind: "judge", limit: 1 });
  if (verdict?.rubric?.score === undefined) return undefined;
  const { score, comment } = verdict.rubric;
  const key = { variant: String(metadata.eval_variant), caseId: String(metadata.eval_case) };
  return { type: "scored", ...key, score, comment, traceId };
}
