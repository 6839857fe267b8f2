/**
 * The places at which a process can die, and dying there. They are put around the log, the planner and the tools from
 * outside: what is tested has no hook for it.
 */
import { createHash } from "node:crypto";
import type { RunLog } from "../../src/engine/run-log.ts";
import { isObject } from "../../src/json/json.ts";
import type { RunEvent } from "../../src/run/event.ts";
import type { Journal } from "./journal.ts";

/** Passing one costs nothing, except the one at which the process is to be killed. */
export type Boundary = (name: string) => void;

export interface Boundaries {
  readonly pass: Boundary;
  /** How many were passed. */
  readonly count: number;
}

export function createBoundaries(killAt: number | undefined): Boundaries {
  let count = 0;
  return {
    pass() {
      count++;
      if (count === killAt) process.kill(process.pid, "SIGKILL");
    },
    get count() {
      return count;
    },
  };
}

/** What the log said was durable: if it is not there after a crash, it was a lie. */
export interface Acknowledged {
  readonly runId: string;
  readonly id: number;
  readonly digest: string;
}

/** The same whatever the order of keys: a log may keep parts of an event apart, and put them together when it is read. */
export function digestOf(event: RunEvent): string {
  const text = JSON.stringify(event, (_key, value: unknown) => (isObject(value) ? sorted(value) : value));
  return createHash("sha1").update(text).digest("base64");
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  );
}

/** The log with a boundary before and after everything that writes, and a record of what it acknowledged. */
export function withBoundaries(log: RunLog, pass: Boundary, acknowledged: Journal): RunLog {
  const around = async <T>(name: string, act: () => Promise<T>, isDone: (value: T) => readonly RunEvent[]) => {
    pass(`before ${name}`);
    const value = await act();
    for (const event of isDone(value)) {
      acknowledged.write({ runId: event.runId, id: event.id, digest: digestOf(event) } satisfies Acknowledged);
    }
    pass(`after ${name}`);
    return value;
  };
  const overrides: Partial<RunLog> = {
    create: (run, events, next) =>
      around(
        "create",
        () => log.create(run, events, next),
        () => events,
      ),
    append: (runId, batch) =>
      around(
        "append",
        () => log.append(runId, batch),
        (outcome) => (outcome.type === "appended" ? batch.events : []),
      ),
    claim: (request) =>
      around(
        "claim",
        () => log.claim(request),
        () => [],
      ),
    release: (claim) =>
      around(
        "release",
        () => log.release(claim),
        () => [],
      ),
  };
  return new Proxy(log, {
    get(target, name) {
      const override = overrides[name as keyof RunLog];
      if (override !== undefined) return override;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
