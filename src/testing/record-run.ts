/**
 * From the log of a run that has ended to what it was told from outside, and what it had asked. The questions are not
 * in the log; they are computed from it, by the same pure core that asked them.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { CompressCommand, PlanCommand } from "../run/command.ts";
import { decide } from "../run/decide.ts";
import type { EventOf, RunEvent } from "../run/event.ts";
import { evolve, fold } from "../run/evolve.ts";
import { beginningLength } from "../run/fork-log.ts";
import type { RunState } from "../run/state.ts";
import { turnOpening } from "../run/turn-opening.ts";
import { recordedPlan } from "./recorded-plan.ts";
import type {
  CompressRequest,
  PlanRequest,
  RecordedCompression,
  RecordedPlan,
  RecordedRun,
  RecordedStep,
} from "./run-fixture.ts";

export function recordRun(events: readonly RunEvent[]): RecordedRun {
  const length = beginningLength(events);
  const beginning = events.slice(0, length);
  const recorder = new RunRecorder(events, fold(beginning));
  for (let index = length; index < events.length; index++) recorder.read(index);
  const { state } = recorder;
  if (state?.outcome === undefined) {
    const runId = events[0]?.runId ?? "";
    throw new KigumiError({ code: "run_not_ended", message: `run ${runId} has not ended; record it when it has` });
  }
  return { agentId: state.agentId, beginning, steps: recorder.steps, outcome: state.outcome };
}

export function planRequest({ turn, mode, messages, finalize }: PlanCommand): PlanRequest {
  return { turn, mode, messages, ...(finalize === undefined ? {} : { finalize }) };
}

export function compressRequest({ through, messages }: CompressCommand): CompressRequest {
  return { through, messages };
}

type Answer = Pick<RecordedPlan | RecordedCompression, "result" | "error">;

class RunRecorder {
  readonly steps: RecordedStep[] = [];
  readonly #events: readonly RunEvent[];
  readonly #served: ReadonlySet<number>;
  /** Calls that the run gave up: whatever they answered came too late. */
  #abandoned: ReadonlySet<string> = new Set();
  /** What the planner or the summarizer is being asked. */
  #asked: PlanCommand | CompressCommand | undefined;
  state: RunState | undefined;

  constructor(events: readonly RunEvent[], state: RunState | undefined) {
    this.#events = events;
    this.state = state;
    this.#served = new Set(
      events.flatMap(({ type }, index) =>
        type === "assistant_turn_committed" ? turnOpening(events, index).map(({ id }) => id) : [],
      ),
    );
    this.#ask();
  }

  read(index: number): void {
    const event = this.#events[index];
    if (event === undefined) return;
    this.#record(event, index);
    this.state = evolve(this.state, event);
    this.#ask();
  }

  #ask(): void {
    if (this.#asked !== undefined || this.state === undefined) return;
    this.#asked = decide(this.state).find(({ type }) => type === "plan" || type === "compress") as
      | PlanCommand
      | CompressCommand
      | undefined;
  }

  #record(event: RunEvent, index: number): void {
    const { at } = event;
    switch (event.type) {
      case "assistant_turn_committed":
        this.#answered(at, { result: recordedPlan(this.#events, index) });
        break;
      case "history_compressed":
        this.#answered(at, { result: { summary: event.summary, digest: event.digest } });
        break;
      case "run_completed":
        if (event.error !== undefined) this.#answered(at, { error: event.error });
        break;
      case "run_paused":
        // Had the planner been asked, the run would have waited for its answer.
        this.#asked = undefined;
        break;
      case "tool_result_received":
        this.#call(event);
        break;
      case "budget_exhausted":
        if (event.budget === "time") this.#outOfTime(at);
        break;
      case "approval_expired":
        this.steps.push({ type: "time", at });
        break;
      case "cancel_requested":
        this.#answered(at, {});
        this.steps.push({ type: "said", at, event });
        break;
      case "reminder_added":
        // Those of the planner are part of its answer.
        if (!this.#served.has(event.id)) this.steps.push({ type: "said", at, event });
        break;
      case "pause_requested":
      case "resume_requested":
      case "approval_decided":
      case "clarification_provided":
      case "tool_results_provided":
        this.steps.push({ type: "said", at, event });
        break;
      default:
    }
  }

  /** Nothing was asked where the run ended of itself. */
  #answered(at: number, answer: Answer): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked === undefined) return;
    const step =
      asked.type === "plan"
        ? { type: asked.type, at, request: planRequest(asked), ...answer }
        : { type: asked.type, at, request: compressRequest(asked), ...answer };
    // A turn answers what a planner was asked, a summary what a summarizer was.
    this.steps.push(step as RecordedStep);
  }

  #outOfTime(at: number): void {
    this.#answered(at, {});
    const open = this.state?.current?.calls.filter(({ status }) => status !== "done") ?? [];
    this.#abandoned = new Set(open.map(({ callId }) => callId));
    this.steps.push({ type: "time", at });
  }

  #call({ callId, tool, outcome, at }: EventOf<"tool_result_received">): void {
    const call = this.state?.current?.calls.find((each) => each.callId === callId);
    if (call === undefined || this.#abandoned.has(callId)) return;
    // The run answers these itself, now as then.
    if (call.isRejected || call.isExternal || call.childAgentId !== undefined) return;
    this.steps.push({ type: "call", at, callId, tool, args: call.args, outcome });
  }
}
