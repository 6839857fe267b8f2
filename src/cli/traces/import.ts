/**
 * `kigumi traces import`: fills a store from exported lines. A line that cannot be read is named by its number and the
 * rest is taken; the same line twice is one record.
 */
import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { SQLiteTracer } from "../../trace/sqlite-tracer.ts";
import { countText } from "../figures.ts";
import { createTerminal } from "../open-runtime.ts";
import type { World } from "../world.ts";
import type { TracesOptions } from "./open-traces.ts";
import { readTraceLine } from "./trace-lines.ts";

/** How many records may wait to be written before we wait for them. */
const BATCH = 1000;
const MOST_SHOWN = 20;

export async function importCommand(file: string, options: TracesOptions, world: World): Promise<void> {
  const terminal = createTerminal(options, world);
  const target = resolve(world.cwd, options.traces);
  await mkdir(dirname(target), { recursive: true });
  const tracer = new SQLiteTracer(target);
  const problems: string[] = [];
  const counts = { traces: 0, spans: 0, bad: 0 };
  try {
    let number = 0;
    for await (const text of linesOf(file, world)) {
      world.signal.throwIfAborted();
      number++;
      if (text.trim() === "") continue;
      try {
        await take(tracer, text, counts);
      } catch (error) {
        counts.bad++;
        if (problems.length < MOST_SHOWN) problems.push(`line ${number}: ${messageOf(error)}`);
      }
      if (number % BATCH === 0) await tracer.forceFlush();
    }
  } finally {
    await tracer.shutdown();
  }
  terminal.json({ type: "result", ...counts });
  terminal.line(`${countText(counts.traces, "trace")} and ${countText(counts.spans, "span")} are in ${options.traces}`);
  if (counts.bad === 0) return;
  throw new KigumiError({
    code: "invalid_trace_lines",
    message: `${countText(counts.bad, "line")} of ${file} could not be read:\n${problems.join("\n")}`,
    data: counts,
  });
}

async function take(tracer: SQLiteTracer, text: string, counts: { traces: number; spans: number }): Promise<void> {
  const line = readTraceLine(text);
  if (line.type === "trace") {
    await tracer.onTraceStart(line.trace);
    counts.traces++;
  } else {
    await tracer.onSpanEnd(line.span);
    counts.spans++;
  }
}

/** `-` is what is piped in. */
function linesOf(file: string, { stdin, cwd }: World): AsyncIterable<string> {
  const input = file === "-" ? stdin : createReadStream(resolve(cwd, file));
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}
