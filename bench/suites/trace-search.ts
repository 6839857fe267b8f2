/**
 * How long questions take over a full store: the middle and the slowest of each kind, with fresh parameters each time. The
 * slowest also in CPU time, which says what the question costs where other programs share the processors.
 */
import { createTraceStore, type SpanQuery, type TraceQuery, type TraceStore } from "../../src/trace/index.ts";
import type { Report } from "../report.ts";
import { type Corpus, createCorpus } from "./trace-corpus.ts";

type Ask = (store: TraceStore, round: number) => Promise<readonly unknown[]>;

export async function searchReport(file: string, count: number, rounds: number): Promise<Report> {
  await using store = createTraceStore({ file });
  const { words, passage } = createCorpus();
  const cases = questions(words, passage, count);
  const times = cases.map((): number[] => []);
  const cpuTimes = cases.map((): number[] => []);
  const found = cases.map(() => 0);
  // In turns: load that comes and goes hits all of them alike.
  for (let round = -2; round < rounds; round++) {
    for (const [index, [, ask]] of cases.entries()) {
      const begin = performance.now();
      const beginCpu = process.cpuUsage();
      const answer = await ask(store, Math.max(0, round));
      if (round >= 0) {
        const { user, system } = process.cpuUsage(beginCpu);
        times[index]?.push(performance.now() - begin);
        cpuTimes[index]?.push((user + system) / 1000);
      }
      found[index] = Math.max(found[index] ?? 0, answer.length);
    }
    process.stderr.write(`\rtrace: round ${Math.max(0, round + 1)} of ${rounds} of questions`);
  }
  process.stderr.write("\n");
  return {
    bench: "trace-search",
    title: `Questions over ${count} spans, ms`,
    columns: ["", "p50", "p99", "p99 of CPU", "answers"],
    rows: cases.map(([name], i) => [
      name,
      percentile(times[i] ?? [], 0.5),
      percentile(times[i] ?? [], 0.99),
      percentile(cpuTimes[i] ?? [], 0.99),
      found[i] ?? 0,
    ]),
    notes: [`${rounds} questions of each kind, 50 answers a page, every one read whole from the file`],
  };
}

function questions(words: readonly string[], passage: Corpus["passage"], count: number): [string, Ask][] {
  const common = (i: number) => words[10 + (i % 100)] ?? "the";
  const rare = (i: number) => words[words.length - 1 - i] ?? "the";
  const day = (i: number) => new Date(Date.UTC(2026, 0, 1) + ((i * 7919) % count) * 20_000);
  const spans =
    (query: (i: number) => SpanQuery): Ask =>
    (store, i) =>
      store.searchSpans({ limit: 50, ...query(i) });
  const traces =
    (query: (i: number) => TraceQuery): Ask =>
    (store, i) =>
      store.searchTraces({ limit: 50, ...query(i) });
  const hour = (i: number) => ({ startedFrom: day(i), startedTo: new Date(day(i).getTime() + 3_600_000) });
  return [
    ["spans: a common keyword", spans((i) => ({ keywords: [common(i)] }))],
    ["spans: a rare keyword", spans((i) => ({ keywords: [rare(i)] }))],
    ["spans: two keywords", spans((i) => ({ keywords: [common(i), rare(i)] }))],
    ["spans: a phrase", spans((i) => ({ keywords: [passage(i * 7919, 3)] }))],
    [
      "spans: words that never meet",
      spans((i) => ({ keywords: [`${common(i)} ${common(i + 31)} ${common(i + 57)}`] })),
    ],
    ["spans: two letters", spans((i) => ({ keywords: [rare(i).slice(0, 2)] }))],
    ["spans: failed", spans(() => ({ hasError: true }))],
    ["spans: runs of a rare tool", spans((i) => ({ tool: `tool.${1 + (i % 40)}` }))],
    ["spans: an hour", spans(hour)],
    ["spans: low scores", spans(() => ({ score: { below: 0.2 } }))],
    ["spans: keyword, failed", spans((i) => ({ keywords: [common(i)], hasError: true }))],
    [
      "spans: keyword, tool, cost",
      spans((i) => ({ keywords: [common(i)], spanType: "generation", cost: { min: 0.015 } })),
    ],
    ["spans: keyword, an hour", spans((i) => ({ keywords: [common(i)], ...hour(i) }))],
    ["spans: page 2 of a keyword", spans((i) => ({ keywords: [common(i)], before: count - 1000 - i }))],
    ["spans: page 2 of failed", spans((i) => ({ hasError: true, before: count - 5000 - i }))],
    ["spans: a page in the middle", spans((i) => ({ keywords: [common(i)], before: Math.floor(count / 2) - i }))],
    [
      "traces: a run by its metadata",
      traces((i) => ({ metadata: { agent_run_id: `run-${((i * 977) % (count / 10)) * 10}` } })),
    ],
    ["traces: an agent, failed", traces((i) => ({ metadata: { agent_name: `agent-${i % 7}` }, hasError: true }))],
    ["traces: two keywords", traces((i) => ({ keywords: [common(i), common(i + 7)] }))],
    ["traces: an hour, a keyword", traces((i) => ({ ...hour(i), keywords: [common(i)] }))],
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
