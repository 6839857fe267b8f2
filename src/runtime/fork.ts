/**
 * Starts a new run from a step of another: what was called keeps its result and is not called again, what was spent
 * stays spent, and from there the live loop goes on, with another model, agent or limits if that is what is tried.
 */
import { randomUUID } from "node:crypto";
import { nextMove } from "../engine/next-move.ts";
import type { RunLog } from "../engine/run-log.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { RunEvent } from "../run/event.ts";
import { fold } from "../run/evolve.ts";
import { type Fork, forkLog } from "../run/fork-log.ts";
import { forkPoint } from "../run/fork-point.ts";
import type { Message } from "../run/message.ts";
import type { RunOverrides } from "../run/run-policy.ts";
import type { Clock } from "../tool/clock.ts";
import { type Agent, defineAgent, type RunPolicyOptions } from "./define-agent.ts";

export interface ForkOptions {
  /** The id of an event. The fork begins between two turns, there or before. Default: as late as possible. */
  at?: number;
  /** The id of a registered model that is asked instead of the planner's own. */
  model?: string;
  /** The agent that goes on, with its planner, tools and limits. Default: the source's. */
  agent?: string;
  /** Limits instead of the source's. What the copied part has spent counts against them. */
  policy?: RunPolicyOptions;
  /** Said to the planner before its next turn. */
  messages?: readonly Message[];
  /** What the fork leaves out of its agent's tools, instead of what the source left out. */
  overrides?: Omit<RunOverrides, "model">;
  /** Default: the source's. */
  sessionId?: string;
  labels?: Readonly<Record<string, string>>;
  /** Forking twice under one id is forking once. */
  runId?: string;
}

export interface ForkServices {
  readonly log: RunLog;
  readonly clock: Clock;
  /** The agent registered under an id. Throws when there is none. */
  agent(id: string): Agent;
  /** Throws unless the agent's planner can ask this model. */
  assertModel(agent: Agent, model: string): void;
  /** Throws unless runs may be started in the session. */
  requireSession(sessionId: string): Promise<void>;
}

/** Resolves to the id of the new run, which is durable then and can move. */
export async function forkRun(services: ForkServices, sourceId: string, options: ForkOptions): Promise<string> {
  const { log, clock } = services;
  const source = await log.read(sourceId);
  const at = options.at ?? source.length;
  const point = Number.isInteger(at) && at <= source.length ? forkPoint(source, at) : undefined;
  const [started] = source;
  if (point === undefined || started?.type !== "run_started") throw noSuchEvent(sourceId, at, source.length);

  const now = clock.now().getTime();
  const fork = resolveFork(started, options, services, now);
  if (fork.sessionId !== undefined) await services.requireSession(fork.sessionId);
  const events = forkLog(source, point, fork);
  const state = fold(events);
  if (state === undefined) throw noSuchEvent(sourceId, at, source.length);
  const { runId, agentId, sessionId, labels } = state;
  const run = { runId, agentId, labels, createdAt: now, ...(sessionId === undefined ? {} : { sessionId }) };
  await log.create(run, events, nextMove(state, now)).catch((error) => {
    if ((error as { code?: string }).code !== "run_exists") throw error;
  });
  return runId;
}

function resolveFork(
  started: Extract<RunEvent, { type: "run_started" }>,
  options: ForkOptions,
  services: ForkServices,
  at: number,
): Fork {
  const { model, labels, messages, policy, sessionId = started.sessionId } = options;
  const agent = services.agent(options.agent ?? started.agentId);
  if (model !== undefined) services.assertModel(agent, model);
  const limits = policy === undefined ? undefined : defineAgent({ ...agent, runPolicy: policy }).runPolicy;
  const overrides = { ...(options.overrides ?? started.overrides), ...(model === undefined ? {} : { model }) };
  return {
    at,
    runId: options.runId ?? `${agent.id.replaceAll(".", "-")}-${randomUUID()}`,
    agentId: agent.id,
    overrides,
    policy: limits ?? (options.agent === undefined ? started.policy : agent.runPolicy),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(labels === undefined ? {} : { labels }),
    ...(messages === undefined ? {} : { messages }),
  };
}

function noSuchEvent(runId: string, at: number, length: number): KigumiError {
  return new KigumiError({
    code: "invalid_fork",
    message: `run ${runId} cannot be forked at event ${at}: it has the events 1 to ${length}`,
    data: { runId, at },
  });
}
