/**
 * Prints each span as a block when it ends: what it was, how long it took, what went in and what came out. Secrets are
 * masked and control characters removed; colours only on a terminal, and not when NO_COLOR is set.
 */
import { styleText } from "node:util";
import { type SpanRow, spanRow } from "./extract/span-row.ts";
import { Sanitizer, type SanitizerOptions } from "./sanitize/sanitizer.ts";
import type { Span, Trace } from "./span.ts";
import { readRecord, spanRecord } from "./trace-record.ts";
import type { Tracer } from "./tracer.ts";

export interface PrintTracerOptions extends SanitizerOptions {
  /** Default: standard output. */
  readonly output?: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export class PrintTracer implements Tracer {
  readonly #output: NonNullable<PrintTracerOptions["output"]>;
  readonly #sanitizer: Sanitizer;
  readonly #isColoured: boolean;

  constructor({ output = process.stdout, env = process.env, ...options }: PrintTracerOptions = {}) {
    this.#output = output;
    this.#sanitizer = new Sanitizer(options);
    this.#isColoured = output.isTTY === true && !env.NO_COLOR;
  }

  async onTraceStart(trace: Trace): Promise<void> {
    this.#print(() => [this.#style("bold", `▶ ${trace.name}`) + this.#style("dim", ` ${trace.traceId}`)]);
  }

  async onTraceEnd(trace: Trace): Promise<void> {
    this.#print(() => [this.#style("bold", `■ ${trace.name}`)]);
  }

  async onSpanStart(): Promise<void> {}

  async onSpanEnd(span: Span): Promise<void> {
    this.#print(() => {
      const record = readRecord(spanRecord(span));
      return record.type === "span" ? this.#block(spanRow(record.span, this.#sanitizer)) : [];
    });
  }

  async shutdown(): Promise<void> {}
  async forceFlush(): Promise<void> {}

  #block(row: SpanRow): string[] {
    const title = [row.span_type, row.name].filter((part) => part !== null).join(" ");
    return [
      this.#style("cyan", `● ${title}`) + this.#style("dim", durationOf(row)),
      ...this.#section("input", row.input),
      ...this.#section(labels[row.output_kind ?? "text"], row.output),
      ...(row.error_json === null ? [] : [this.#style("red", `  error: ${row.error_json}`)]),
    ];
  }

  #section(label: string, text: string | null): string[] {
    if (text === null || text === "") return [];
    const indented = printable(text)
      .split("\n")
      .map((line) => `    ${line}`);
    return [this.#style("yellow", `  ${label}:`), ...indented];
  }

  #style(style: "bold" | "dim" | "cyan" | "yellow" | "red", text: string): string {
    return this.#isColoured ? styleText(style, printable(text), { validateStream: false }) : printable(text);
  }

  /** Whoever is traced must not notice when printing fails. */
  #print(lines: () => readonly string[]): void {
    try {
      this.#output.write(`${lines().join("\n")}\n`);
    } catch {
      // A closed pipe, most likely: nobody is left to be told.
    }
  }
}

const labels = {
  judge: "judge",
  tool_calls: "tool calls",
  structured: "structured output",
  text: "output",
} as const;

/** What a model or a tool said cannot recolour or overwrite the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}

function durationOf({ started_at, ended_at }: SpanRow): string {
  if (started_at === null || ended_at === null) return "";
  return ` ${Date.parse(ended_at) - Date.parse(started_at)} ms`;
}
