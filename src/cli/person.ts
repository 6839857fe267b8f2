/**
 * Puts a run's questions to whoever sits at the terminal and hands their answers to the runtime. Only a clear yes
 * approves; no answer at all leaves the question open.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { problemsWithAnswers } from "../run/answer-questions.ts";
import type { EventOf } from "../run/event.ts";
import type { Question as Choice } from "../run/plan.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type ProvidedResult, succeeded } from "./answer-words.ts";
import { chosenOptions } from "./choose-options.ts";
import type { LineReader } from "./line-reader.ts";
import { oneLine } from "./printable.ts";
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

  /** False when the question stays open: there was no answer. */
  async answer(question: Question): Promise<boolean> {
    switch (question.type) {
      case "await_confirmation":
        return this.#decide(question);
      case "await_clarification":
        return this.#clarify(question);
      case "await_questions":
        return this.#choose(question);
      case "await_external_tools":
        return this.#provideResults(question);
    }
  }

  async #decide({ runId, awaitId: id, title, prompt }: EventOf<"await_confirmation">): Promise<boolean> {
    const { runtime, terminal, name } = this.#options;
    terminal.line(`? ${title}`, "bold");
    terminal.line(`  ${prompt}`);
    const approved = await this.#yesOrNo();
    if (approved === undefined) return false;
    await runtime.provideConfirmation({ runId, id, approved, requestedBy: name });
    return true;
  }

  async #clarify({ runId, awaitId: id, question }: EventOf<"await_clarification">): Promise<boolean> {
    const { runtime, terminal, name } = this.#options;
    terminal.line(`? ${question}`, "bold");
    const answer = await this.#ask("  answer: ");
    if (answer === undefined) return false;
    await runtime.provideClarification({ runId, id, answer, requestedBy: name });
    return true;
  }

  async #choose({ runId, awaitId: id, title, tool, questions }: EventOf<"await_questions">): Promise<boolean> {
    const { runtime, terminal, name } = this.#options;
    terminal.line(`? ${title ?? tool}`, "bold");
    const answers: Record<string, readonly string[]> = {};
    for (const question of questions) {
      const chosen = await this.#chooseOne(question);
      if (chosen === undefined) return false;
      answers[question.id] = chosen;
    }
    await runtime.provideAnswers({ runId, id, answers, requestedBy: name });
    return true;
  }

  /** Asks until the answer fits. */
  async #chooseOne(question: Choice): Promise<readonly string[] | undefined> {
    const { terminal } = this.#options;
    const { id, prompt, options = [], allowMultiple } = question;
    terminal.line(`  ${prompt}`);
    for (const [index, { label }] of options.entries()) terminal.line(`    ${index + 1}. ${label}`);
    for (;;) {
      const text = await this.#ask(allowMultiple ? "  answers, with commas between: " : "  answer: ");
      if (text === undefined) return undefined;
      const chosen = chosenOptions(question, text);
      const problems = problemsWithAnswers([question], { [id]: chosen });
      if (problems.length === 0) return chosen;
      terminal.line(`  ${problems.join("; ")}`, "yellow");
    }
  }

  /** Asks until the results are ones the tools could have returned. */
  async #provideResults({ runId, awaitId: id, items }: EventOf<"await_external_tools">): Promise<boolean> {
    const { runtime, terminal, name } = this.#options;
    for (;;) {
      const results: ProvidedResult[] = [];
      for (const { callId, tool, args } of items) {
        terminal.line(`? the result of ${tool} ${oneLine(JSON.stringify(args))}`, "bold");
        const content = await this.#ask("  result: ");
        if (content === undefined) return false;
        results.push({ callId, outcome: succeeded(content) });
      }
      try {
        await runtime.provideToolResults({ runId, id, results, requestedBy: name });
        return true;
      } catch (error) {
        if (!KigumiError.isInstance(error) || error.code !== "invalid_answer") throw error;
        terminal.line(`  ${error.message}`, "yellow");
      }
    }
  }

  async #yesOrNo(): Promise<boolean | undefined> {
    for (;;) {
      const answer = (await this.#line(`  approve as ${this.#options.name}? [y/n] `))?.trim().toLowerCase();
      if (answer === undefined) return undefined;
      if (answer === "y" || answer === "yes") return true;
      if (answer === "n" || answer === "no") return false;
    }
  }

  /** An empty line is no answer. */
  async #ask(prompt: string): Promise<string | undefined> {
    const line = await this.#line(prompt);
    return line === undefined || line.trim() === "" ? undefined : line;
  }

  #line(prompt: string): Promise<string | undefined> {
    return this.#options.reader.ask(prompt, this.#options.signal);
  }
}
