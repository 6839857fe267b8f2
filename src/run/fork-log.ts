/**
 * The log a fork begins with: the source's events up to its fork point, under the new run's name. Whatever is computed
 * from a log then holds for the fork as well. Call ids and effect keys stay as they were: they name what the source did.
 */
import type { EventOf, RunEvent, RunEventBody } from "./event.ts";
import type { Message } from "./message.ts";
import type { RunOverrides, RunPolicy } from "./run-policy.ts";

export interface Fork {
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly policy?: RunPolicy;
  readonly overrides?: RunOverrides;
  /** Said to the planner before its next turn. */
  readonly messages?: readonly Message[];
  /** When the fork begins, in milliseconds since the epoch. */
  readonly at: number;
}

export function forkLog(source: readonly RunEvent[], point: number, fork: Fork): readonly RunEvent[] {
  const prefix = source.slice(0, point);
  // The fork stands where the source stood: as much of its time has passed, and no more.
  const later = fork.at - (prefix.at(-1)?.at ?? fork.at);
  const copied = prefix.map((event) => copyOf(event, fork, later));
  const turnId = copied.at(-1)?.turnId;
  const said = (fork.messages ?? []).length === 0 ? [] : interruption(fork);
  const stamp = { v: 1, at: fork.at, ...nameOf(fork), ...(turnId === undefined ? {} : { turnId }) } as const;
  return [
    ...copied.map((event) => (event.type === "run_started" ? startOf(event, source, point, fork) : event)),
    ...said.map((body, index) => ({ ...body, ...stamp, id: point + index + 1 })),
  ];
}

function copyOf(event: RunEvent, fork: Fork, later: number): RunEvent {
  const { sessionId: _session, turnId, ...rest } = event;
  const turn = turnId === undefined ? {} : { turnId: `${fork.runId}${turnId.slice(event.runId.length)}` };
  return { ...rest, ...nameOf(fork), ...turn, at: event.at + later };
}

/** It answers no other run's call, even when its source did. */
function startOf(
  { parent: _parent, ...event }: EventOf<"run_started">,
  source: readonly RunEvent[],
  point: number,
  fork: Fork,
): RunEvent {
  const { labels = event.labels, policy = event.policy, overrides = event.overrides } = fork;
  const forkedFrom = { runId: source[0]?.runId ?? "", at: point };
  return { ...event, labels, policy, ...(overrides === undefined ? {} : { overrides }), forkedFrom };
}

function nameOf({ runId, agentId, sessionId }: Fork): Pick<RunEvent, "runId" | "agentId" | "sessionId"> {
  return { runId, agentId, ...(sessionId === undefined ? {} : { sessionId }) };
}

/** What is said to a run between two turns is said in a pause. */
function interruption({ messages = [] }: Fork): readonly RunEventBody[] {
  return [
    { type: "run_paused", reason: "requested" },
    { type: "run_resumed", reason: "requested", notes: "forked", messages },
  ];
}

/** How many events a run began with, before its own loop appended any. */
export function beginningLength(events: readonly RunEvent[]): number {
  const [started, second] = events;
  if (started?.type !== "run_started") return 0;
  if (started.forkedFrom === undefined) {
    return second?.type === "run_phase_changed" && second.phase === "prompted" ? 2 : 1;
  }
  const { at } = started.forkedFrom;
  const [pause, resume] = events.slice(at, at + 2);
  return pause?.type === "run_paused" && resume?.type === "run_resumed" && resume.notes === "forked" ? at + 2 : at;
}
