/** Whether a store that was crashed upon kept every promise. Says what was broken; nothing when all is well. */
import type { RunLog } from "../../src/engine/run-log.ts";
import { createSqliteRunLog } from "../../src/engine/sqlite/index.ts";
import type { EventOf, RunEvent } from "../../src/run/event.ts";
import { fold } from "../../src/run/evolve.ts";
import { type Acknowledged, digestOf } from "./boundaries.ts";
import { readJournal } from "./journal.ts";
import type { Effect, Return } from "./scenario.ts";
import type { Site } from "./site.ts";

export async function brokenPromises({ files, runIds }: Site): Promise<string[]> {
  await using log = createSqliteRunLog({ file: files.store });
  const logs = new Map<string, readonly RunEvent[]>();
  for (const runId of runIds) {
    logs.set(runId, await log.read(runId));
    for (const child of await log.list({ parentRunId: runId })) logs.set(child.runId, await log.read(child.runId));
  }
  const effects = readJournal<Effect | Return>(files.effects).filter((line): line is Effect => !("to" in line));
  const timesByKey = new Map<string, number>();
  for (const { key } of effects) timesByKey.set(key, (timesByKey.get(key) ?? 0) + 1);
  return [
    ...[...logs].flatMap(([runId, events]) => problemsOfLog(events).map((problem) => `${runId}: ${problem}`)),
    ...[...logs.values()].flatMap((events) => problemsOfEffects(events, timesByKey)),
    ...lostEvents(logs, readJournal<Acknowledged>(files.acknowledged)),
    ...(await problemsOfIndex(log, logs)),
  ];
}

/** The sequence is legal: it folds, it ends once, and each call has one schedule, one answer, and starts in order. */
function problemsOfLog(events: readonly RunEvent[]): string[] {
  const state = fold(events);
  const problems: string[] = [];
  if (state?.outcome?.status !== "completed") problems.push(`ended as ${JSON.stringify(state?.outcome)}`);
  const ends = events.filter(({ type }) => type === "run_completed");
  if (ends.length !== 1 || events.at(-1)?.type !== "run_completed") problems.push("has no single, last end");
  const turns = events.filter((event) => event.type === "assistant_turn_committed").map(({ turn }) => turn);
  if (turns.some((turn, index) => turn !== index + 1)) problems.push(`took the turns ${turns}`);

  for (const scheduled of ofType(events, "tool_call_scheduled")) {
    const { callId, effect } = scheduled;
    const about = <Type extends "tool_call_scheduled" | "tool_call_started" | "tool_result_received">(type: Type) =>
      ofType(events, type).filter((event) => (event as { callId: string }).callId === callId);
    const [starts, results] = [about("tool_call_started"), about("tool_result_received")];
    if (about("tool_call_scheduled").length !== 1) problems.push(`${callId} was scheduled twice`);
    if (results.length !== 1) problems.push(`${callId} has ${results.length} results`);
    if (starts.some(({ attempt }, index) => attempt !== index + 1)) problems.push(`${callId} skipped an attempt`);
    if (effect === "once" && starts.length > 1) problems.push(`${callId} was started ${starts.length} times`);
    if (starts.some(({ id }) => id < scheduled.id || id > (results[0]?.id ?? 0))) {
      problems.push(`${callId} was started outside its time`);
    }
    const outcome = results[0]?.outcome;
    if (effect !== "once" && outcome?.type !== "success") problems.push(`${callId} could be repeated, and failed`);
    if (outcome?.type === "failure" && outcome.failure.kind !== "outcome_unknown") {
      problems.push(`${callId} failed: ${outcome.failure.error}`);
    }
  }
  return problems;
}

/** What the log says happened has happened, and what may happen once happened at most once. */
function problemsOfEffects(events: readonly RunEvent[], times: ReadonlyMap<string, number>): string[] {
  return ofType(events, "tool_call_scheduled").flatMap(({ runId, callId, tool, effect, childAgentId }) => {
    if (childAgentId !== undefined) return [];
    const key = `${runId}/${callId}`;
    const happened = times.get(key) ?? 0;
    const result = ofType(events, "tool_result_received").find((event) => event.callId === callId);
    const isSuccess = result?.outcome.type === "success";
    if (effect === "once" && happened > 1) return [`${tool} ${key} took effect ${happened} times`];
    if (isSuccess && happened === 0) return [`${tool} ${key} is said to have happened, and did not`];
    return [];
  });
}

function lostEvents(logs: ReadonlyMap<string, readonly RunEvent[]>, acknowledged: readonly Acknowledged[]): string[] {
  return acknowledged.flatMap(({ runId, id, digest }) => {
    const kept = logs.get(runId)?.[id - 1];
    return kept !== undefined && digestOf(kept) === digest ? [] : [`${runId} lost the acknowledged event ${id}`];
  });
}

/** Nothing of these runs is left to do. */
async function problemsOfIndex(log: RunLog, logs: ReadonlyMap<string, readonly RunEvent[]>): Promise<string[]> {
  const wake = await log.nextWake(["main", "helper"]);
  const records = await Promise.all([...logs.keys()].map((runId) => log.find(runId)));
  const open = records.filter((record) => record?.status !== "completed").map((record) => record?.runId);
  return [
    ...(wake === undefined ? [] : ["the index still wants to wake somebody"]),
    ...open.map((runId) => `the index has ${runId} as not completed`),
  ];
}

function ofType<Type extends RunEvent["type"]>(events: readonly RunEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}
