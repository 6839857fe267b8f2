/**
 * One run over a design: reaches declarations from its roots, runs their blocks, and keeps what they said and all that
 * was wrong with it. A block that fails costs only what it had not said yet.
 */
import { messageOf } from "../../errors/kigumi-error.ts";
import type { Block, Declaration } from "../expressions/declaration.ts";
import { type DesignProblem, type Fault, type Place, problemAt } from "../problem.ts";
import type { CallSite } from "../source/call-site.ts";
import { userPosition } from "../source/source-position.ts";
import type { Frame } from "./contexts.ts";
import { Reached } from "./reached.ts";

export class Evaluation {
  readonly problems: DesignProblem[] = [];
  readonly reached: Reached = new Reached(this);
  readonly #frames: Frame[] = [];
  readonly #told = new Map<CallSite, Set<string>>();
  readonly #waiting: (() => void)[] = [];
  /** Options that were made in a block and not yet handed to anything. */
  readonly #options = new Map<Declaration, string>();

  get frame(): Frame | undefined {
    return this.#frames.at(-1);
  }

  /** The same thing is told once, however many ways lead to it. */
  report(fault: Fault, place: Place): void {
    const told = this.#told.get(place.site) ?? new Set();
    this.#told.set(place.site, told);
    if (told.has(fault.message)) return;
    told.add(fault.message);
    this.problems.push(problemAt(fault, place));
  }

  /** Runs a block of something that was declared in the block that is running. */
  run(frame: Frame, block: Block | undefined): void {
    if (block === undefined) return;
    this.#frames.push(frame);
    try {
      const returned: unknown = block();
      if (returned instanceof Promise) this.#refuseAsync(returned, frame);
    } catch (thrown) {
      this.#reportThrown(thrown, frame);
    } finally {
      this.#frames.pop();
    }
  }

  /** Has a block run on its own, after those that are running: declarations may refer to each other in any order. */
  enqueue(frame: Frame, block: Block | undefined): void {
    this.#waiting.push(() => this.run(frame, block));
  }

  drain(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next();
    for (const [{ site }, use] of this.#options) {
      this.report(
        { code: "unused_option", message: use, hint: "Hand it to the function it is an option of." },
        { site, path: [] },
      );
    }
    this.#options.clear();
  }

  expectUse(option: Declaration, ifUnused: string): void {
    this.#options.set(option, ifUnused);
  }

  /** An option or reference was handed to what it is for; what was wrong with it is told in that place. */
  use(declaration: Declaration, path: readonly string[]): void {
    this.#options.delete(declaration);
    for (const fault of declaration.faults) this.report(fault, { site: declaration.site, path });
  }

  #refuseAsync(promise: Promise<unknown>, { context, expression, path }: Frame): void {
    // Whatever it still does happens outside of every evaluation; that it fails there is told here once.
    promise.catch(() => {});
    this.report(
      {
        code: "async_block",
        message: `the block of ${context} is asynchronous, so what it declares after the first await is lost`,
        hint: "Make it a plain function; await at the top level of the module instead.",
      },
      { site: expression.site, path },
    );
  }

  #reportThrown(thrown: unknown, { context, expression, path }: Frame): void {
    const problem = problemAt(
      {
        code: "block_failed",
        message: `the block of ${context} failed: ${messageOf(thrown)}`,
        hint: "What it declared before that point was still evaluated; mend the block to see the rest.",
      },
      { site: expression.site, path },
    );
    // Where it was thrown is more exact than where the block began, unless that is inside of a library.
    const thrownAt = thrown instanceof Error ? userPosition(thrown.stack ?? "") : undefined;
    const isUsers = thrownAt !== undefined && !thrownAt.file.includes("/node_modules/");
    this.problems.push(isUsers ? { ...problem, ...thrownAt } : problem);
  }
}
