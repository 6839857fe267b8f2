/**
 * Follows a run and everything nested below it until the run ends or all of it waits for somebody outside. Following
 * changes nothing: whoever has the agents drives, this process or another.
 */
import type { RunEvent } from "../run/event.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { RunTree } from "./run-tree.ts";

export interface FollowOptions {
  readonly runtime: Runtime;
  readonly runId: string;
  /** The last event of each run that has been shown already. */
  readonly known?: ReadonlyMap<string, number>;
  readonly signal: AbortSignal;
  /** An event nobody has been shown, in the tree as it is after it. */
  onEvent(event: RunEvent, tree: RunTree): void;
}

/** The tree as it came to rest. Rejects with the signal's reason when that fires first. */
export async function followRun(options: FollowOptions): Promise<RunTree> {
  const { runtime, runId, known = new Map(), signal, onEvent } = options;
  const tree = new RunTree(runId);
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const { promise: rest, resolve, reject } = Promise.withResolvers<void>();
  const watches: Promise<void>[] = [];

  const watch = (id: string) => {
    watches.push(watchOne(id).catch((error) => (done.signal.aborted ? undefined : reject(error))));
  };
  const take = (event: RunEvent) => {
    tree.add(event);
    if (event.id > (known.get(event.runId) ?? 0)) onEvent(event, tree);
    if (event.type === "child_run_linked") watch(event.childRunId);
  };
  const watchOne = async (id: string) => {
    // What is there already is taken at once, so that a question which has its answer is not taken for an open one.
    const past = await runtime.runs.read(id);
    for (const event of past) take(event);
    await settle();
    for await (const event of runtime.handle(id).events({ after: past.length, signal: either })) {
      take(event);
      await settle();
    }
  };
  const settle = async () => {
    if (tree.isEnded || (tree.isAtRest && (await isCurrent(runtime, tree)) && tree.isAtRest)) resolve();
  };

  watch(runId);
  try {
    await rest;
    return tree;
  } finally {
    done.abort();
    await Promise.all(watches);
  }
}

/** The tree as it is now. */
export async function readTree(runtime: Runtime, runId: string): Promise<RunTree> {
  const tree = new RunTree(runId);
  const unread = [runId];
  for (let id = unread.shift(); id !== undefined; id = unread.shift()) {
    for (const event of await runtime.runs.read(id)) {
      tree.add(event);
      if (event.type === "child_run_linked") unread.push(event.childRunId);
    }
  }
  return tree;
}

/** Somebody may have spoken while we were reading. */
async function isCurrent(runtime: Runtime, { positions }: RunTree): Promise<boolean> {
  const runs = await Promise.all([...positions.keys()].map((id) => runtime.runs.find(id)));
  return runs.every((run) => run !== undefined && run.lastEventId === positions.get(run.runId));
}
