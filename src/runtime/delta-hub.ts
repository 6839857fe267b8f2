/**
 * What planners stream while they think, handed to whoever watches in this process. Never logged, so a watcher that
 * comes late or reads slowly may miss some; the turn that is committed has it all.
 */
import type { PlanDelta } from "../run/plan.ts";

export type RunDelta = PlanDelta & { readonly runId: string };

/** Characters kept for one watcher that does not read. */
const CAPACITY = 256 * 1024;

export class DeltaHub {
  readonly #queues = new Map<string, Set<DeltaQueue>>();

  publish(runId: string, delta: PlanDelta): void {
    for (const queue of this.#queues.get(runId) ?? []) queue.push({ ...delta, runId });
  }

  /** Gets what is published from now on. Close it when done. */
  subscribe(runId: string): DeltaQueue {
    const queue = new DeltaQueue(() => {
      const queues = this.#queues.get(runId);
      queues?.delete(queue);
      if (queues?.size === 0) this.#queues.delete(runId);
    });
    const queues = this.#queues.get(runId) ?? new Set();
    this.#queues.set(runId, queues.add(queue));
    return queue;
  }
}

export class DeltaQueue {
  readonly #onClose: () => void;
  #deltas: RunDelta[] = [];
  #characters = 0;
  #wake: () => void = () => {};

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  push(delta: RunDelta): void {
    const last = this.#deltas.at(-1);
    // What continues the last piece joins it: a slow reader gets fewer, longer ones.
    if (last !== undefined && isSameStream(last, delta)) {
      this.#deltas[this.#deltas.length - 1] = { ...last, delta: last.delta + delta.delta };
    } else {
      this.#deltas.push(delta);
    }
    this.#characters += delta.delta.length;
    while (this.#characters > CAPACITY) this.#characters -= this.#deltas.shift()?.delta.length ?? this.#characters;
    this.#wake();
  }

  /** Everything there is, at once. */
  take(): readonly RunDelta[] {
    const taken = this.#deltas;
    this.#deltas = [];
    this.#characters = 0;
    return taken;
  }

  /** Resolves when there is something to take. */
  arrival(): Promise<void> {
    if (this.#deltas.length > 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  close(): void {
    this.#onClose();
  }
}

function isSameStream(left: RunDelta, right: RunDelta): boolean {
  if (left.type !== right.type) return false;
  return left.type !== "tool_call_args_delta" || (right.type === left.type && right.toolCallId === left.toolCallId);
}
