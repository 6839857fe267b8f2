/**
 * `kigumi traces import`: fills a store from exported lines. A line that cannot be read is named by its number and the
 * rest is taken; the same line twice is one record. A file that takes nothing ends the import.
 */
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { KigumiError, messageOf, toKigumiError } from "../../errors/kigumi-error.ts";
import { SQLiteTracer } from "../../trace/sqlite-tracer.ts";
import { countText } from "../figures.ts";
import { createTerminal } from "../open-runtime.ts";
import { UsageError } from "../usage-error.ts";
import type { World } from "../world.ts";
import type { TracesOptions } from "./open-traces.ts";
import { readTraceLine } from "./trace-lines.ts";

/** How many records may wait to be written before we wait for them. */
const BATCH = 1000;
const MOST_SHOWN = 20;

export async function importCommand(file: string, options: TracesOptions, world: World): Promise<void> {
  const terminal = createTerminal(options, world);
  const lines = await linesOf(file, world);
  const failures: KigumiError[] = [];
  const tracer = new SQLiteTracer(resolve(world.cwd, options.traces), { onError: (error) => failures.push(error) });
  const problems: string[] = [];
  const counts = { traces: 0, spans: 0, bad: 0 };
  try {
    let number = 0;
    for await (const text of lines) {
      world.signal.throwIfAborted();
      number++;
      if (text.trim() === "") continue;
      try {
        await take(tracer, text, counts);
      } catch (error) {
        counts.bad++;
        if (problems.length < MOST_SHOWN) problems.push(`line ${number}: ${messageOf(error)}`);
      }
      if (number % BATCH !== 0) continue;
      await tracer.forceFlush();
      if (isIncomplete(tracer)) break;
    }
  } finally {
    await tracer.shutdown();
  }
  if (isIncomplete(tracer)) throw toKigumiError(failures[0]);
  terminal.json({ type: "result", ...counts });
  terminal.line(
    `${countText(counts.traces, "trace")} and ${countText(counts.spans, "span")} put into ${options.traces}`,
  );
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

/** What was read is not in the file: it could not be written, or some of it was refused. */
function isIncomplete({ stats: { waiting, dropped } }: SQLiteTracer): boolean {
  return waiting + dropped > 0;
}

/** `-` is what is piped in. */
async function linesOf(file: string, { stdin, cwd }: World): Promise<AsyncIterable<string>> {
  const input = file === "-" ? stdin : (await openedFile(file, cwd)).createReadStream();
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

async function openedFile(file: string, cwd: string): Promise<FileHandle> {
  try {
    return await open(resolve(cwd, file));
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read; give the path of an export, or - for what is piped in (${messageOf(error)})`,
    );
  }
}
