/**
 * Where runs live: an append-only log of events for each run, and beside it just enough of an index to find the runs
 * that can move. Two writers never interleave: an append names the last event its writer has seen, and one that comes
 * late is told what it missed. Two drivers never drive one run: a claim carries a fence that an append checks.
 */
import type { RunEvent, RunEventType } from "../run/event.ts";

export interface RunLog {
  /** The first events of a run, counted from 1 and durable when this resolves. Fails with `run_exists`, and with `invalid_run_id`. */
  create(run: NewRun, events: readonly RunEvent[], next: NextMove): Promise<void>;
  /**
   * Durable when this resolves to `appended`. Nothing was written otherwise. Without events it only tells the index of
   * the next move. Fails with `run_not_found`, and with `run_ended` for events that would follow a terminal one.
   */
  append(runId: string, batch: AppendBatch): Promise<AppendOutcome>;
  /** Events in order, those after `after` (an event id) only. Fails with `run_not_found`. */
  read(runId: string, window?: EventWindow): Promise<readonly RunEvent[]>;
  /**
   * Events as they come, those already there first: no gap, no duplicate, from any process that writes to the log.
   * Ends after the run's terminal event. A slow reader holds up nobody and loses nothing.
   */
  watch(runId: string, options?: WatchOptions): AsyncIterable<RunEvent>;
  /**
   * The events of every run, in the order in which they became durable, those already there first: no gap, no duplicate,
   * from any process that writes to the log. Whoever keeps the position of the last event it has dealt with goes on from
   * there after a crash. A slow reader holds up nobody and loses nothing, save what retention forgets meanwhile.
   */
  follow(options?: FollowOptions): AsyncIterable<LoggedEvent>;
  /**
   * The events of these types, once the run is over. What this process appends meanwhile is not read again, unless the
   * run comes to rest in between: while it rests, nothing of it is held. Fails with `run_not_found`.
   */
  end(runId: string, options: EndOptions): Promise<readonly RunEvent[]>;
  find(runId: string): Promise<RunRecord | undefined>;
  /** The newest first. */
  list(filter?: RunFilter): Promise<readonly RunRecord[]>;

  /** Takes the run that has waited longest to move, if there is one and nobody else holds it. */
  claim(request: ClaimRequest): Promise<Claim | undefined>;
  /** False when the claim was lost: stop driving. */
  renew(claim: Claim, until: number): Promise<boolean>;
  /** Gives the run back; nothing happens when the claim was lost before. */
  release(claim: Claim): Promise<void>;
  /**
   * The earliest time at which `claim` would find a run of these agents: one that can move, one that wants to wake, or
   * one whose driver has stopped renewing its claim. May lie in the past. Undefined when all of them are at rest.
   */
  nextWake(agentIds: readonly string[]): Promise<number | undefined>;
  /**
   * Called (in this process) whenever a run may have become able to move, or may want to wake at another time, also
   * when another process made it so. Returns the undo.
   */
  onRunnable(callback: () => void): () => void;

  /** The session as it is when it already exists. Fails with `session_ended`. */
  createSession(session: NewSession): Promise<SessionRecord>;
  /** Ending twice is ending once. Fails with `session_not_found`. */
  endSession(sessionId: string, at: number): Promise<SessionRecord>;
  findSession(sessionId: string): Promise<SessionRecord | undefined>;
  /** The newest first. */
  listSessions(filter?: SessionFilter): Promise<readonly SessionRecord[]>;

  /** Finishes what was asked for before. Whoever still reads or writes then fails with `store_closed`. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EventWindow {
  /** The id of the last event already known; everything from the start without it. */
  readonly after?: number;
  readonly limit?: number;
  /** Only events of these types. */
  readonly types?: readonly RunEventType[];
}

export interface WatchOptions {
  readonly after?: number;
  /** Ends the stream with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface FollowOptions {
  /** The position of the last event already known; everything from the start without it. */
  readonly after?: number;
  /** False: end when everything that is there has been read. Default: go on with what comes, until the log is closed. */
  readonly isLive?: boolean;
  /** A process with nothing else to do may end while it waits here. */
  readonly isBackground?: boolean;
  /** Ends the stream with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface LoggedEvent {
  /** Where the event stands among those of all runs. Positions only grow; some may be missing. */
  readonly position: number;
  readonly event: RunEvent;
}

export interface NewRun {
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
  readonly parentRunId?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

export interface EndOptions {
  readonly types: readonly RunEventType[];
  readonly signal?: AbortSignal;
}

/** What the index has to know after an append; the log itself never looks inside events. */
export interface NextMove {
  readonly status: RunStatus;
  /** The run has something to do now. */
  readonly isRunnable: boolean;
  /** The run has something to do at this time (milliseconds since the epoch), whatever happens before. */
  readonly wakeAt?: number;
}

export type RunStatus = "pending" | "running" | "paused" | "completed" | "failed" | "canceled";

export interface AppendBatch {
  /** The id of the last event the writer has seen. */
  readonly after: number;
  readonly events: readonly RunEvent[];
  readonly next: NextMove;
  /** Given by whoever drives the run. Without it the append comes from outside (an approval, a cancel). */
  readonly fence?: number;
  /** Give the claim back with this append: a run that comes to rest costs one commit, not two. Needs the fence. */
  readonly release?: true;
  readonly at: number;
}

export type AppendOutcome =
  | { readonly type: "appended" }
  /** Somebody else appended first. */
  | { readonly type: "conflict"; readonly missed: readonly RunEvent[] }
  /** Somebody else drives the run now. */
  | { readonly type: "fenced" };

export interface ClaimRequest {
  readonly owner: string;
  readonly now: number;
  readonly until: number;
  /** Only runs of these agents: a process drives what it has registered. */
  readonly agentIds: readonly string[];
}

export interface Claim {
  readonly runId: string;
  readonly owner: string;
  readonly fence: number;
}

export interface RunRecord extends NewRun {
  readonly status: RunStatus;
  readonly lastEventId: number;
  /** The time of the last event. */
  readonly updatedAt: number;
  readonly wakeAt?: number;
}

export interface RunFilter {
  readonly sessionId?: string;
  readonly agentId?: string;
  readonly parentRunId?: string;
  readonly status?: RunStatus;
  /** Only runs older than this one: the way to the next page. */
  readonly before?: string;
  readonly limit?: number;
}

export interface NewSession {
  readonly sessionId: string;
  readonly createdAt: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface SessionRecord extends NewSession {
  readonly status: "active" | "ended";
  readonly endedAt?: number;
}

export interface SessionFilter {
  readonly status?: SessionRecord["status"];
  readonly limit?: number;
}
