/**
 * A run and the runs nested below it, folded from their events: whether anything still moves, and what they ask of
 * people. Pure.
 */
import { decide } from "../run/decide.ts";
import type { EventOf, RunEvent } from "../run/event.ts";
import { evolve } from "../run/evolve.ts";
import { type CallState, isEnded, openCalls, type RunState } from "../run/state.ts";

/** Something a run of the tree waits for. */
export type Question = EventOf<
  "await_confirmation" | "await_clarification" | "await_questions" | "await_external_tools"
>;

export class RunTree {
  readonly rootId: string;
  readonly #states = new Map<string, RunState>();
  readonly #asked = new Map<string, Question>();

  constructor(rootId: string) {
    this.rootId = rootId;
  }

  add(event: RunEvent): void {
    this.#states.set(event.runId, evolve(this.#states.get(event.runId), event));
    if (isQuestion(event)) this.#asked.set(`${event.runId} ${event.awaitId}`, event);
  }

  /** Every run of the tree, by the id of its last known event. */
  get positions(): ReadonlyMap<string, number> {
    return new Map([...this.#states].map(([runId, { lastEventId }]) => [runId, lastEventId]));
  }

  /** How far below the root a run is. */
  depth(runId: string): number {
    const path = this.#states.get(runId)?.parent?.path ?? [];
    return path.includes(this.rootId) ? path.length - path.indexOf(this.rootId) : 0;
  }

  /** The root has ended, or nothing moves until somebody outside says something. */
  get isAtRest(): boolean {
    return this.#isAtRest(this.rootId);
  }

  get isEnded(): boolean {
    const root = this.#states.get(this.rootId);
    return root !== undefined && isEnded(root);
  }

  /** What is asked and not answered, in the order it was asked. */
  get questions(): readonly Question[] {
    return [...this.#asked.values()].filter(({ runId, awaitId }) => {
      const state = this.#states.get(runId);
      if (state === undefined || isEnded(state)) return false;
      return state.waits.some((wait) => wait.awaitId === awaitId && wait.answer === undefined);
    });
  }

  /** What is going on, in a few words; undefined when nothing is. */
  get activity(): string | undefined {
    if (this.isAtRest) return undefined;
    const running = [...this.#states.values()].flatMap((state) =>
      isEnded(state) ? [] : openCalls(state).filter((call) => call.childRunId === undefined && !call.isExternal),
    );
    if (running.length === 0) return "thinking";
    return running.map((call) => call.displayHint ?? call.tool).join(", ");
  }

  #isAtRest(runId: string): boolean {
    const state = this.#states.get(runId);
    if (state === undefined) return false;
    if (isEnded(state)) return true;
    // A call in hand is no command any more, so both have to be asked: what is to be done, and what is being done.
    return (
      decide(state).every(({ type }) => type === "wait") && openCalls(state).every((call) => this.#waitsOutside(call))
    );
  }

  #waitsOutside({ isExternal, childRunId }: CallState): boolean {
    if (isExternal) return true;
    const child = childRunId === undefined ? undefined : this.#states.get(childRunId);
    // A child that has ended holds nobody up: its parent is about to go on.
    return child !== undefined && !isEnded(child) && this.#isAtRest(child.runId);
  }
}

function isQuestion(event: RunEvent): event is Question {
  switch (event.type) {
    case "await_confirmation":
    case "await_clarification":
    case "await_questions":
    case "await_external_tools":
      return true;
    default:
      return false;
  }
}
