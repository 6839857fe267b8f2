/** `kigumi traces show`: a trace as a tree of spans along its time, or one span with all it holds. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { SpanRecord, TraceRecord } from "../../trace/trace-store.ts";
import { elapsedText, scoreText, timeText } from "../figures.ts";
import { oneLine } from "../printable.ts";
import { displayWidth } from "../table.ts";
import type { Style, Terminal } from "../terminal.ts";
import type { World } from "../world.ts";
import { openTraces, type TracesOptions } from "./open-traces.ts";
import { spanDuration, spanTree, type TreeLine, timelineBar } from "./span-tree.ts";
import { failureOf, spanTitle, tokensOf, usageTotalOf } from "./trace-words.ts";

export interface ShowOptions extends TracesOptions {
  readonly full?: true;
}

export async function showCommand(id: string, options: ShowOptions, world: World): Promise<void> {
  await using open = openTraces(options, world);
  const { store, terminal } = open;
  const trace = await store.getTrace(id);
  if (trace !== undefined) {
    printTrace(terminal, trace, await store.getSpansByTrace(id), options.full === true);
    return;
  }
  const span = await store.getSpan(id);
  if (span === undefined) {
    throw new KigumiError({
      code: "trace_not_found",
      message: `there is no trace and no span ${id} in ${options.traces}; kigumi traces search lists them`,
    });
  }
  printSpan(terminal, span);
}

function printTrace(terminal: Terminal, trace: TraceRecord, spans: readonly SpanRecord[], isFull: boolean): void {
  terminal.json({ type: "trace", ...trace });
  for (const span of spans) terminal.json({ type: "span", ...span });

  const { workflowName, traceId, startedAt, endedAt, metadata } = trace;
  terminal.line(`${workflowName}  ${traceId}`, "bold");
  const tokens = tokensOf(usageTotalOf(trace));
  const facts = [
    timeText(startedAt),
    elapsedText(startedAt, endedAt),
    `${spans.length} spans`,
    tokens === "" ? "" : `${tokens} tokens`,
  ];
  terminal.line(facts.filter((fact) => fact !== "").join("  ·  "), "dim");
  for (const [key, value] of Object.entries(metadata)) {
    if (key !== "usage_total") terminal.line(`  ${key}: ${oneLine(asText(value), 100)}`, "dim");
  }
  const lines = spanTree(spans);
  const width = Math.max(0, ...lines.map((line) => displayWidth(titleOf(line))));
  const [from, until] = [startedAt?.getTime() ?? 0, endedAt?.getTime() ?? 0];
  for (const line of lines) {
    const { span, below } = line;
    const title = titleOf(line);
    const space = " ".repeat(width - displayWidth(title));
    const bar = timelineBar(span, from, until);
    terminal.line(
      `${title}${space}  ${spanDuration(span).padStart(10)}  ${bar}  ${remark(span)}`.trimEnd(),
      styleOf(span),
    );
    if (isFull) for (const text of contentLines(span)) terminal.line(`${below}${text}`, "dim");
  }
}

/** A span alone, in full: what went in, what came out, what went wrong. */
function printSpan(terminal: Terminal, span: SpanRecord): void {
  terminal.json({ type: "span", ...span });
  const { traceId, spanId, startedAt, rubric, usage } = span;
  terminal.line(`${spanTitle(span)}  ${spanId}`, "bold");
  terminal.line(`${timeText(startedAt)}  ·  ${spanDuration(span)}  ·  trace ${traceId}`, "dim");
  if (usage !== undefined) terminal.line(`usage: ${JSON.stringify(usage)}`, "dim");
  if (rubric !== undefined) terminal.line(`score ${scoreText(rubric.score)}: ${rubric.comment}`, "cyan");
  for (const text of contentLines(span)) terminal.line(text);
}

function titleOf({ branch, span }: TreeLine): string {
  return branch + oneLine(spanTitle(span), 50);
}

function remark(span: SpanRecord): string {
  const failure = failureOf(span);
  if (failure !== undefined) return `✗ ${oneLine(failure, 80)}`;
  if (span.rubric !== undefined) return `score ${scoreText(span.rubric.score)}  ${oneLine(span.rubric.comment, 60)}`;
  const tokens = tokensOf(span.usage);
  return tokens === "" ? "" : `${tokens} tokens`;
}

function styleOf(span: SpanRecord): Style | undefined {
  if (failureOf(span) !== undefined) return "red";
  return span.rubric === undefined ? undefined : "cyan";
}

function contentLines(span: SpanRecord): string[] {
  const { input, output } = span;
  const parts = [labelled("input", input), labelled("output", output), labelled("error", failureOf(span))];
  return parts.flat();
}

function labelled(label: string, text: string | undefined): string[] {
  if (text === undefined || text === "") return [];
  return [`${label}:`, ...text.split("\n").map((line) => `  ${line}`)];
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
