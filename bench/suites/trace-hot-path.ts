/**
 * What one span costs the thread that an agent runs on, in the OpenAI Agents SDK: without a tracer, with the SDK's own
 * batch exporter (to a sink on loopback) and with ours. CPU time of that thread, deferred work included; what another
 * thread does meanwhile does not count, and neither does waiting.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  BatchTraceProcessor,
  getGlobalTraceProvider,
  OpenAITracingExporter,
  setTraceProcessors,
  setTracingDisabled,
  type TracingProcessor,
  withFunctionSpan,
  withTrace,
} from "@openai/agents";
import { SQLiteTracer } from "../../src/trace/index.ts";
import type { Report } from "../report.ts";

/** Fewer than the SDK's queue holds: it drops what comes beyond. */
const spansPerTrace = 500;

export async function hotPathReport(folder: string, rounds: number): Promise<Report> {
  const sink = new Worker(new URL("./trace-sink-child.ts", import.meta.url));
  const endpoint = await new Promise<string>((resolve) => sink.once("message", resolve));
  const tracer = new SQLiteTracer(join(folder, "hot.db"));
  const exporter = new OpenAITracingExporter({ endpoint, apiKey: "none" });
  const cases: { name: string; processors: TracingProcessor[]; told: number; all: number }[] = [
    { name: "no tracer", processors: [], told: 0, all: 0 },
    { name: "SDK batch exporter, loopback sink", processors: [new BatchTraceProcessor(exporter)], told: 0, all: 0 },
    { name: "SQLiteTracer", processors: [tracer], told: 0, all: 0 },
  ];
  setTracingDisabled(false);
  for (let round = -1; round < rounds; round++) {
    for (const each of cases) {
      setTraceProcessors(each.processors);
      const { told, all } = await microsecondsPerSpan();
      if (round < 0) continue;
      // The mean, because a thread's CPU time is counted in coarse ticks.
      each.told += told / rounds;
      each.all += all / rounds;
    }
  }
  setTraceProcessors([]);
  await tracer.shutdown();
  await sink.terminate();
  const [none] = cases;
  return {
    bench: "trace-hot-path",
    title: "What a span of 1 KB costs the agent's thread, µs of CPU",
    columns: ["", "while it is told", "with deferred work", "over no tracer"],
    rows: cases.map(({ name, told, all }) => [name, told, all, all - (none?.all ?? 0)]),
    notes: [`the mean of ${rounds} interleaved rounds of ${spansPerTrace} spans, flushed at the end of each`],
  };
}

async function microsecondsPerSpan(): Promise<{ told: number; all: number }> {
  const start = process.threadCpuUsage();
  const input = JSON.stringify({ device: "web-1", note: "restart it, please. ".repeat(20) });
  const output = "the device was restarted and answers again. ".repeat(12);
  await withTrace("bench", async () => {
    for (let i = 0; i < spansPerTrace; i++) {
      await withFunctionSpan(async () => {}, { data: { name: "restart", input, output: `${i} ${output}` } });
    }
  });
  const told = microseconds(start);
  await getGlobalTraceProvider().forceFlush();
  return { told: told / spansPerTrace, all: microseconds(start) / spansPerTrace };
}

function microseconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}
