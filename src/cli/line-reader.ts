/**
 * Reads what a person types, a line at a time. What was typed before a question was put does not answer it, unless the
 * lines come from a pipe, where they are all there from the beginning.
 */
import { createInterface, type Interface } from "node:readline";
import { orAbort } from "../errors/abort.ts";
import type { World } from "./world.ts";

export class LineReader {
  readonly #interface: Interface;
  readonly #isTerminal: boolean;
  readonly #stdout: World["stdout"];
  readonly #lines: string[] = [];
  #isClosed = false;
  #wake: () => void = () => {};

  constructor({ stdin, stdout, interrupt }: Pick<World, "stdin" | "stdout" | "interrupt">) {
    this.#stdout = stdout;
    this.#isTerminal = stdin.isTTY === true && stdout.isTTY === true;
    this.#interface = createInterface({
      input: stdin,
      ...(this.#isTerminal ? { output: stdout } : {}),
      terminal: this.#isTerminal,
    });
    this.#interface.on("line", (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    this.#interface.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
    // While we read a terminal, Ctrl-C comes here instead of becoming a signal.
    this.#interface.on("SIGINT", interrupt);
  }

  /** The next line, or undefined when there are no more. */
  async ask(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    if (!this.#isTerminal) return this.#next(signal);
    this.#lines.length = 0;
    this.#interface.setPrompt(prompt);
    if (!this.#isClosed) this.#interface.prompt();
    let line: string | undefined;
    try {
      line = await this.#next(signal);
      return line;
    } finally {
      // Whoever left without an answer left the cursor behind the question.
      if (line === undefined) this.#stdout.write("\n");
    }
  }

  async #next(signal: AbortSignal): Promise<string | undefined> {
    while (this.#lines.length === 0 && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await orAbort(promise, signal);
    }
    return this.#lines.shift();
  }

  close(): void {
    this.#interface.close();
  }
}
