/**
 * Plays what one run was told back to it: answers for its planner and its tools, and what people said, each when the
 * run comes to the place where it came before. A question that was not asked then ends the replay with a diff.
 */
import { setImmediate } from "node:timers/promises";
import { orAbort } from "../errors/abort.ts";
import { messageOf } from "../errors/kigumi-error.ts";
import { jsonEqual } from "../json/json-equal.ts";
import type { CallToolCommand, CompressCommand, PlanCommand } from "../run/command.ts";
import type { ToolOutcome } from "../run/event.ts";
import type { PlanResult } from "../run/plan.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { RecordedError } from "./fixture-host.ts";
import { diffToNearest, fixtureMismatch } from "./fixture-mismatch.ts";
import { compressRequest, planRequest } from "./record-run.ts";
import { repeatStatement } from "./repeat-statement.ts";
import type { CallRequest, RecordedCompression, RecordedPlan, RecordedRun, RecordedStep } from "./run-fixture.ts";
import type { TestClock } from "./test-clock.ts";

export interface RunPlayerOptions {
  readonly runId: string;
  readonly recorded: RecordedRun;
  readonly runtime: Runtime;
  readonly clock: TestClock;
  /** Told of the first thing that is not as it was. */
  onMismatch(error: Error): void;
}

export class RunPlayer {
  readonly #options: RunPlayerOptions;
  /** What has not been played yet. */
  #left: readonly RecordedStep[];

  constructor(options: RunPlayerOptions) {
    this.#options = options;
    this.#left = options.recorded.steps;
    void this.#answerPauses();
  }

  /** Questions that were asked when the run was recorded and have not been asked again. */
  get unasked(): readonly RecordedPlan[] {
    return this.#left.filter((step) => step.type === "plan");
  }

  plan(command: PlanCommand, signal: AbortSignal): Promise<PlanResult> {
    return this.#answer<RecordedPlan>("plan", planRequest(command), signal);
  }

  compress(command: CompressCommand, signal: AbortSignal): Promise<{ summary: string; digest: string }> {
    return this.#answer<RecordedCompression>("compress", compressRequest(command), signal);
  }

  async call({ callId, tool, args }: CallToolCommand, signal: AbortSignal): Promise<ToolOutcome> {
    const request: CallRequest = { callId, tool, args };
    const step = this.#left.find((each) => each.type === "call" && each.callId === callId);
    if (step?.type !== "call") {
      // Its neighbours answer first, as they did.
      await setImmediate();
      return this.#neverAnswered(signal, () =>
        this.#differs(`call ${callId} was not recorded`, this.#calls(), request),
      );
    }
    const { tool: itsTool, args: itsArgs } = step;
    if (itsTool !== tool || !jsonEqual(itsArgs, args)) {
      this.#differs(`call ${callId} was recorded otherwise`, [{ callId, tool: itsTool, args: itsArgs }], request);
    }
    await this.#playUpTo(step);
    return step.outcome;
  }

  async #answer<Step extends RecordedPlan | RecordedCompression>(
    type: Step["type"],
    request: Step["request"],
    signal: AbortSignal,
  ): Promise<NonNullable<Step["result"]>> {
    const step = this.#left.find((each): each is Step => each.type === type);
    if (step === undefined || !jsonEqual(step.request, request)) {
      const requests = this.#options.recorded.steps.flatMap((each) => (each.type === type ? [each.request] : []));
      this.#differs(`the ${type} request is not one that was recorded`, requests, request);
    }
    await this.#playUpTo(step);
    if (step.error !== undefined) throw new RecordedError(step.error);
    if (step.result !== undefined) return step.result;
    return this.#neverAnswered(signal, () =>
      this.#fail("its planner was left without an answer, and nothing followed"),
    );
  }

  /** The run went on without this answer: plays what made it do so. */
  async #neverAnswered(signal: AbortSignal, otherwise: () => never): Promise<never> {
    if (!(await this.#playStatements())) otherwise();
    return orAbort(new Promise<never>(() => {}), signal);
  }

  async #answerPauses(): Promise<void> {
    const { runId, runtime, recorded } = this.#options;
    try {
      for await (const event of runtime.handle(runId).events({ after: recorded.beginning.length })) {
        if (event.type !== "run_paused" || event.reason === "finalize") continue;
        if (!(await this.#playStatements())) this.#fail(`it waits (${event.reason}), and nobody answered it before`);
      }
    } catch (error) {
      // The log is closed when the replay is over; anything else is a mismatch, and that has been reported.
      if ((error as { code?: string }).code !== "store_closed") this.#options.onMismatch(error as Error);
    }
  }

  /** Everything that was said, and all the time that passed, until a planner was asked again. */
  async #playStatements(): Promise<boolean> {
    const end = this.#left.findIndex(({ type }) => type === "plan" || type === "compress");
    const until = end === -1 ? this.#left : this.#left.slice(0, end);
    const statements = until.filter(({ type }) => type === "said" || type === "time");
    this.#take(statements);
    for (const statement of statements) await this.#play(statement);
    return statements.length > 0;
  }

  async #playUpTo(step: RecordedStep): Promise<void> {
    const before = this.#left.slice(0, this.#left.indexOf(step));
    const statements = before.filter(({ type }) => type === "said" || type === "time");
    this.#take([...statements, step]);
    for (const statement of statements) await this.#play(statement);
    await this.#play(step);
  }

  async #play(step: RecordedStep): Promise<void> {
    const { clock, runtime, runId } = this.#options;
    await clock.advanceTo(step.at);
    if (step.type !== "said") return;
    await repeatStatement(runtime, runId, step.event).catch((error) =>
      this.#fail(`${step.event.type} does not fit any more: ${messageOf(error)}`),
    );
  }

  #take(steps: readonly RecordedStep[]): void {
    this.#left = this.#left.filter((step) => !steps.includes(step));
  }

  #calls(): CallRequest[] {
    return this.#options.recorded.steps.flatMap((step) =>
      step.type === "call" ? [{ callId: step.callId, tool: step.tool, args: step.args }] : [],
    );
  }

  #differs(what: string, recorded: readonly unknown[], actual: unknown): never {
    return this.#fail(`${what}; from the nearest that was:\n${diffToNearest(recorded, actual)}`);
  }

  #fail(problem: string): never {
    const { runId, onMismatch } = this.#options;
    const error = fixtureMismatch(`run ${runId}: ${problem}`, { runId });
    onMismatch(error);
    throw error;
  }
}
