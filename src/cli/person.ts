/**
 * Puts a run's questions to whoever sits at the terminal and hands their answers to the runtime. Only a clear yes
 * approves; no answer at all leaves the question open.
 */
import type { Runtime } from "../runtime/runtime.ts";
import type { LineReader } from "./line-reader.ts";
import type { Question } from "./run-tree.ts";
import type { Terminal } from "./terminal.ts";

export interface PersonOptions {
  readonly runtime: Runtime;
  readonly terminal: Terminal;
  readonly reader: LineReader;
  /** Under whose name approvals are decided. */
  readonly name: string;
  readonly signal: AbortSignal;
}

export class Person {
  readonly #options: PersonOptions;

  constructor(options: PersonOptions) {
    this.#options = options;
  }

  /** False when the question stays open: there was no answer, or it is not one for people. */
  async answer(question: Question): Promise<boolean> {
    const { runtime, terminal, name } = this.#options;
    const { runId, awaitId: id } = question;
    switch (question.type) {
      case "await_confirmation": {
        terminal.line(`? ${question.title}`, "bold");
        terminal.line(`  ${question.prompt}`);
        const approved = await this.#yesOrNo();
        if (approved === undefined) return false;
        await runtime.provideConfirmation({ runId, id, approved, requestedBy: name });
        return true;
      }
      case "await_clarification": {
        terminal.line(`? ${question.question}`, "bold");
        const answer = await this.#ask("  answer: ");
        if (answer === undefined || answer.trim() === "") return false;
        await runtime.provideClarification({ runId, id, answer, requestedBy: name });
        return true;
      }
      default:
        return false;
    }
  }

  async #yesOrNo(): Promise<boolean | undefined> {
    for (;;) {
      const answer = (await this.#ask(`  approve as ${this.#options.name}? [y/n] `))?.trim().toLowerCase();
      if (answer === undefined) return undefined;
      if (answer === "y" || answer === "yes") return true;
      if (answer === "n" || answer === "no") return false;
    }
  }

  #ask(prompt: string): Promise<string | undefined> {
    return this.#options.reader.ask(prompt, this.#options.signal);
  }
}
