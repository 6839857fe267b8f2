/**
 * Where a command writes. Results go to stdout; notes and progress go to stderr, so that a pipe gets results only.
 * Colours and progress need a terminal and no NO_COLOR; with `--json` nothing but JSON lines is written.
 */
import type { Writable } from "node:stream";
import { styleText } from "node:util";
import { printable } from "./printable.ts";
import { printableJson } from "./printable-json.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
}

export interface TerminalOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isJson: boolean;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[K";

export class Terminal {
  readonly isJson: boolean;
  readonly #options: TerminalOptions;
  #isMidLine = false;
  #progress: { text: string; frame: number; timer: NodeJS.Timeout } | undefined;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.isJson = options.isJson;
  }

  /** One line of a result for people. Nothing with `--json`. */
  line(text: string, style?: Style): void {
    if (this.isJson) return;
    this.endLine();
    this.#put(this.#options.stdout, `${this.styled(printable(text), style)}\n`);
  }

  /** A piece of text that is still being written. */
  stream(text: string): void {
    if (this.isJson || text === "") return;
    this.progress(undefined);
    const safe = printable(text);
    this.#put(this.#options.stdout, safe);
    this.#isMidLine = !safe.endsWith("\n");
  }

  endLine(): void {
    this.progress(undefined);
    if (this.#isMidLine) this.#put(this.#options.stdout, "\n");
    this.#isMidLine = false;
  }

  /** One JSON line of a result for programs. Nothing without `--json`. */
  json(value: unknown): void {
    if (this.isJson) this.#put(this.#options.stdout, `${printableJson(value)}\n`);
  }

  /** Beside the result: what a person wants to know and a pipe does not. */
  note(text: string, style: Style = "dim"): void {
    if (this.isJson) return;
    this.endLine();
    const { stderr } = this.#options;
    this.#put(stderr, `${this.styled(printable(text), style, stderr)}\n`);
  }

  /** What is going on right now, redrawn in place until something else is written; undefined to remove it. */
  progress(text: string | undefined): void {
    if (text === this.#progress?.text) return;
    if (this.#progress !== undefined) {
      clearInterval(this.#progress.timer);
      this.#options.stderr.write(CLEAR_LINE);
      this.#progress = undefined;
    }
    if (text === undefined || this.isJson || this.#isMidLine || !this.#isFancy(this.#options.stderr)) return;
    this.#progress = { text, frame: 0, timer: setInterval(() => this.#draw(), FRAME_MS).unref() };
    this.#draw();
  }

  styled(text: string, style: Style | undefined, stream: OutputStream = this.#options.stdout): string {
    return style !== undefined && this.#isFancy(stream) ? styleText(style, text, { validateStream: false }) : text;
  }

  #isFancy({ isTTY = false }: OutputStream): boolean {
    const { NO_COLOR = "", TERM } = this.#options.env;
    return isTTY && NO_COLOR === "" && TERM !== "dumb";
  }

  #draw(): void {
    if (this.#progress === undefined) return;
    const { stderr } = this.#options;
    const { text, frame } = this.#progress;
    const mark = FRAMES[frame % FRAMES.length] ?? "";
    stderr.write(`${CLEAR_LINE}${this.styled(`${mark} ${printable(text)}`, "dim", stderr)}`);
    this.#progress.frame++;
  }

  #put(stream: OutputStream, text: string): void {
    this.progress(undefined);
    stream.write(text);
  }
}
