import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunEvent } from "../run/event.ts";
import { createMemoryRunLog } from "./memory/index.ts";
import type { NextMove, RunLog } from "./run-log.ts";
import { createSqliteRunLog } from "./sqlite/index.ts";

const runnable: NextMove = { status: "running", isRunnable: true };
const atRest: NextMove = { status: "paused", isRunnable: false };
const over: NextMove = { status: "completed", isRunnable: false };

let dir: string;
let log: RunLog;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-run-log-"));
});
afterEach(async () => {
  await log[Symbol.asyncDispose]();
  await rm(dir, { recursive: true });
});

const implementations: [name: string, open: () => RunLog][] = [
  ["memory", () => createMemoryRunLog()],
  ["sqlite", () => createSqliteRunLog({ file: join(dir, "kigumi.db") })],
];

for (const [name, open] of implementations) {
  const conforms = (behaviour: string, prove: () => Promise<void>) =>
    test(`${name}: ${behaviour}`, async () => {
      log = open();
      await prove();
    });

  conforms("a run is found and read as it was created", async () => {
    const owner = { agentId: "desk.chat", sessionId: "s1" };
    const run = { runId: "r1", ...owner, parentRunId: "r0", labels: { team: "ops" } };
    const events = [note("r1", 1), { ...note("r1", 2), turnId: "r1/7" }].map((event) => ({ ...event, ...owner }));
    await log.create({ ...run, createdAt: 5 }, events, { ...atRest, wakeAt: 90 });
    expect(await log.find("r1")).toEqual({
      ...run,
      createdAt: 5,
      status: "paused",
      lastEventId: 2,
      updatedAt: 2,
      wakeAt: 90,
    });
    expect(await log.read("r1")).toEqual(events);
    expect(await log.find("r2")).toBeUndefined();
  });

  conforms("an event is read as it was written, whatever its turn is called", async () => {
    const turnIds = ["r1/0", "r1/12", "r1/012", "r1/", "r1/1e3", "r2/1", "", "r1/3/4"];
    const events = turnIds.map((turnId, index) => ({ ...note("r1", index + 1), turnId }));
    await log.create(newRun("r1"), events, runnable);
    expect(await log.read("r1")).toEqual(events);
    const followed = [];
    for await (const { event } of log.follow({ signal: AbortSignal.timeout(10_000) })) {
      followed.push(event);
      if (followed.length === events.length) break;
    }
    expect(followed).toEqual(events);
  });

  conforms("a run is kept under whatever id it has, and refused under one that a file cannot keep", async () => {
    const ids = ["", " ", "a/b", "r/1", "r\u0000x", "\u0000", "__proto__", "'; --", "\u00e9", "e\u0301", "\ufeffr"];
    for (const runId of ids) {
      const event = { ...note(runId, 1), turnId: `${runId}/3` };
      await log.create(newRun(runId), [event], runnable);
      expect(await log.read(runId)).toEqual([event]);
      expect(await log.find(runId)).toMatchObject({ runId });
    }
    for (const wrong of [{ runId: "\ud800" }, { agentId: "\udfff" }, { sessionId: "s\ud800" }, { runId: 7 as never }]) {
      const owner = { runId: "r", agentId: "a", ...wrong };
      const created = log.create({ ...newRun("r"), ...owner }, [{ ...note("r", 1), ...owner }], runnable);
      await expect(created).rejects.toMatchObject({ code: "invalid_run_id" });
    }
    expect(await log.list()).toHaveLength(ids.length);
  });

  conforms("an event of another agent or session is refused, and nothing is written", async () => {
    const foreign = { ...note("r1", 1), agentId: "b" };
    await expect(log.create(newRun("r1"), [foreign], runnable)).rejects.toMatchObject({ code: "invalid_append" });
    expect(await log.find("r1")).toBeUndefined();
    await create("r1");
    const strange = { ...note("r1", 2), sessionId: "s9" };
    const refused = log.append("r1", { after: 1, events: [strange], next: runnable, at: 1 });
    await expect(refused).rejects.toThrow('event 2 is of agent and session ["a","s9"], the run of ["a",null]');
    expect(await log.read("r1")).toEqual([note("r1", 1)]);
  });

  conforms("a run is created once, also by two callers at once", async () => {
    const outcomes = await Promise.allSettled([create("r1"), create("r1"), create("r2")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expect(create("r1")).rejects.toMatchObject({ code: "run_exists" });
    expect(await log.read("r1")).toHaveLength(1);
  });

  conforms("an append that comes late writes nothing and is told what it missed", async () => {
    await create("r1");
    const outcomes = await Promise.all([append("r1", 1, ["first", "again"]), append("r1", 1, ["late"])]);
    expect(outcomes[0]).toEqual({ type: "appended" });
    expect(outcomes[1]).toEqual({ type: "conflict", missed: [note("r1", 2, "first"), note("r1", 3, "again")] });
    expect(await texts("r1")).toEqual(["", "first", "again"]);
    expect(await append("r1", 3, ["caught up"])).toEqual({ type: "appended" });
  });

  conforms("events that do not continue the log are refused, and nothing of them is kept", async () => {
    await create("r1");
    const batch = (after: number, events: RunEvent[]) => log.append("r1", { after, events, next: runnable, at: 2 });
    await expect(batch(1, [note("r1", 2), note("r1", 4)])).rejects.toMatchObject({ code: "invalid_append" });
    await expect(batch(1, [note("r2", 2)])).rejects.toMatchObject({ code: "invalid_append" });
    await expect(batch(7, [note("r1", 8)])).rejects.toMatchObject({ code: "invalid_append" });
    await expect(log.append("r9", { after: 0, events: [], next: runnable, at: 2 })).rejects.toMatchObject({
      code: "run_not_found",
    });
    expect(await log.read("r1")).toHaveLength(1);
  });

  conforms("nothing follows a terminal event", async () => {
    await create("r1");
    await append("r1", 1, ["the end"], over);
    await expect(append("r1", 2, ["one more thing"])).rejects.toMatchObject({ code: "run_ended" });
    expect(await append("r1", 1, ["late"])).toMatchObject({ type: "conflict" });
    expect(await log.append("r1", { after: 2, events: [], next: runnable, at: 9 })).toEqual({ type: "appended" });
    expect(await log.find("r1")).toMatchObject({ status: "completed", lastEventId: 2 });
    expect(await claim("worker", 100)).toBeUndefined();
  });

  conforms("a window reads what follows an event, up to a limit", async () => {
    await create("r1");
    await append("r1", 1, ["b", "c", "d"]);
    const ids = async (window: object) => (await log.read("r1", window)).map(({ id }) => id);
    expect(await ids({ after: 2 })).toEqual([3, 4]);
    expect(await ids({ limit: 2 })).toEqual([1, 2]);
    expect(await ids({ after: 1, limit: 2 })).toEqual([2, 3]);
    expect(await ids({ after: 4 })).toEqual([]);
    const phase: RunEvent = { ...note("r1", 5), type: "run_phase_changed", phase: "planning" };
    await log.append("r1", { after: 4, events: [phase, note("r1", 6)], next: runnable, at: 2 });
    expect(await ids({ types: ["run_phase_changed"] })).toEqual([5]);
    expect(await ids({ after: 2, limit: 3, types: ["planner_note"] })).toEqual([3, 4, 6]);
    expect(await ids({ types: ["usage"] })).toEqual([]);
    expect(await ids({ types: [] })).toEqual([]);
    await expect(log.read("r9")).rejects.toMatchObject({ code: "run_not_found" });
  });

  conforms("what was logged cannot be changed through the objects that were given or read", async () => {
    const labels = { team: "ops" };
    const event = { ...note("r1", 1), text: "as said" };
    await log.create({ runId: "r1", agentId: "a", labels, createdAt: 1 }, [event], runnable);
    labels.team = "changed";
    event.text = "changed";
    const ends = [log.end("r1", { types: ["planner_note"] }), log.end("r1", { types: ["planner_note"] })];
    await new Promise(setImmediate);
    const last = note("r1", 2, "as said");
    const appending = log.append("r1", { after: 1, events: [last], next: over, at: 2 });
    Object.assign(last, { text: "changed" });
    await appending;
    const expected = [note("r1", 1, "as said"), note("r1", 2, "as said")];
    for (const events of await Promise.all([...ends, log.read("r1"), log.read("r1")])) {
      expect(events).toEqual(expected);
      for (const read of events) Object.assign(read, { text: "changed" });
    }
    expect(await log.find("r1")).toMatchObject({ labels: { team: "ops" } });
  });

  conforms("a watcher sees what was there and what comes, once each, until the run ends", async () => {
    await create("r1");
    await append(
      "r1",
      1,
      Array.from({ length: 600 }, (_, i) => `early ${i}`),
    );
    const watching = collect(log.watch("r1", { after: 300 }));
    for (let after = 601; after < 651; after++) await append("r1", after, [`late ${after}`]);
    await append("r1", 651, ["the end"], over);
    expect((await watching).map(({ id }) => id)).toEqual(Array.from({ length: 352 }, (_, i) => 301 + i));
    expect(await collect(log.watch("r1", { after: 652 }))).toEqual([]);
  });

  conforms(
    "a follower sees the events of all runs in their order, once each, and goes on where it stopped",
    async () => {
      await create("r1");
      await create("r2");
      await append("r1", 1, ["a", "b"]);
      const seen: string[] = [];
      let last = 0;
      for await (const { position, event } of log.follow({ isLive: false })) {
        expect(position).toBeGreaterThan(last);
        last = position;
        seen.push(`${event.runId}:${event.id}`);
      }
      expect(seen).toEqual(["r1:1", "r2:1", "r1:2", "r1:3"]);
      expect(await collect(log.follow({ after: last, isLive: false }))).toEqual([]);

      const following = log.follow({ after: last })[Symbol.asyncIterator]();
      const next = following.next();
      await append("r2", 1, ["late"]);
      expect((await next).value).toMatchObject({ event: note("r2", 2, "late") });
      const many = Array.from({ length: 600 }, (_, i) => `early ${i}`);
      await append("r1", 3, many);
      for (const text of many) expect((await following.next()).value?.event).toMatchObject({ text });
      await following.return?.();
    },
  );

  conforms("an append that is refused is not followed, and a follower may leave or be sent away", async () => {
    await create("r1");
    await append("r1", 1, ["first"]);
    await append("r1", 1, ["late"]);
    expect(await collect(log.follow({ isLive: false }))).toHaveLength(2);
    const leaving = new AbortController();
    const following = collect(log.follow({ signal: leaving.signal, isBackground: true }));
    leaving.abort(new Error("enough"));
    await expect(following).rejects.toThrow("enough");
    const closed = collect(log.follow());
    await new Promise(setImmediate);
    await log[Symbol.asyncDispose]();
    await expect(closed).rejects.toMatchObject({ code: "store_closed" });
  });

  conforms("a watcher reads everything that is there, also when nothing more comes", async () => {
    await create("r1");
    await append(
      "r1",
      1,
      Array.from({ length: 999 }, (_, i) => `early ${i}`),
    );
    let seen = 0;
    for await (const { id } of log.watch("r1")) {
      expect(id).toBe(++seen);
      if (id === 1000) break;
    }
  });

  conforms("a watcher that resumes by event id has no gap and no duplicate", async () => {
    await create("r1");
    const seen: number[] = [];
    const writing = (async () => {
      for (let after = 1; after < 40; after++) await append("r1", after, ["x"], after === 39 ? over : runnable);
    })();
    for (let after = 0; seen.length < 40; after = seen.at(-1) ?? 0) {
      for await (const { id } of log.watch("r1", { after })) {
        seen.push(id);
        if (id % 7 === 0) break;
      }
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  conforms("a watcher stops with the reason of its signal", async () => {
    await create("r1");
    const controller = new AbortController();
    const watching = collect(log.watch("r1", { signal: controller.signal }));
    setImmediate(() => controller.abort(new Error("seen enough")));
    await expect(watching).rejects.toThrow("seen enough");
    await expect(collect(log.watch("r9"))).rejects.toMatchObject({ code: "run_not_found" });
  });

  conforms("whoever waits for the end gets the events of its types, those from before it asked, too", async () => {
    const types = ["run_phase_changed"] as const;
    const phase = (id: number, phase: "planning" | "completed"): RunEvent => ({
      ...{ id, v: 1, at: id, runId: "r1", agentId: "a" },
      type: "run_phase_changed",
      phase,
    });
    await log.create(newRun("r1"), [phase(1, "planning"), note("r1", 2)], runnable);
    const end = log.end("r1", { types });
    await append("r1", 2, ["said"]);
    await log.append("r1", { after: 3, events: [phase(4, "planning")], next: runnable, at: 4 });
    await append("r1", 4, [], runnable);
    const last = [phase(5, "completed"), note("r1", 6)];
    await log.append("r1", { after: 4, events: last, next: over, at: 5 });
    const expected = [phase(1, "planning"), phase(4, "planning"), phase(5, "completed")];
    expect(await end).toEqual(expected);
    expect(await log.end("r1", { types })).toEqual(expected);
  });

  conforms("whoever waits for the end of a run that rested meanwhile still gets everything", async () => {
    await create("r1");
    const end = log.end("r1", { types: ["planner_note"] });
    await append("r1", 1, ["a"]);
    const held = await claim("left", 5);
    await append("r1", 2, ["b"], atRest, { fence: held?.fence ?? 0, release: true });
    await append("r1", 3, ["c"]);
    await append("r1", 4, ["d"], over);
    await append("r1", 5, [], over);
    expect((await end).map((event) => "text" in event && event.text)).toEqual(["", "a", "b", "c", "d"]);
  });

  conforms(
    "waiting for the end stops with the reason of its signal, and fails for a run that is not there",
    async () => {
      await create("r1");
      const stop = new AbortController();
      const end = log.end("r1", { types: [], signal: stop.signal });
      stop.abort(new Error("enough"));
      await expect(end).rejects.toThrow("enough");
      await expect(log.end("r2", { types: [] })).rejects.toMatchObject({ code: "run_not_found" });
    },
  );

  conforms("the run that has waited longest is claimed first, and by one owner only", async () => {
    await create("young", { createdAt: 30 });
    await create("old", { createdAt: 10 });
    await create("foreign", { createdAt: 1, agentId: "other" });
    await create("asleep", { createdAt: 1, next: { ...atRest, wakeAt: 200 } });
    await create("resting", { createdAt: 1, next: atRest });

    expect(await log.nextWake(["a"])).toBe(10);
    const claims = await Promise.all([claim("left", 100, 180), claim("right", 100), claim("left", 100)]);
    expect(claims).toEqual([
      { runId: "old", owner: "left", fence: 1 },
      { runId: "young", owner: "right", fence: 1 },
      undefined,
    ]);
    expect(await log.claim({ owner: "left", now: 100, until: 200, agentIds: [] })).toBeUndefined();
    expect(await claim("left", 250, 400)).toMatchObject({ runId: "old", fence: 2 });
  });

  conforms("a run wakes at its time, also when nobody was there", async () => {
    await create("r1", { next: { ...atRest, wakeAt: 500 } });
    expect(await log.nextWake(["a", "b"])).toBe(500);
    expect(await log.nextWake(["b"])).toBeUndefined();
    expect(await claim("worker", 499)).toBeUndefined();
    expect(await claim("worker", 500)).toMatchObject({ runId: "r1" });
  });

  conforms("a claim that runs out is taken over, and its first owner is fenced off", async () => {
    await create("r1");
    const first = await claim("first", 100, 200);
    if (first === undefined) throw new Error("nothing to claim");
    expect(await claim("second", 199, 300)).toBeUndefined();
    expect(await log.nextWake(["a"])).toBe(200);
    expect(await log.renew(first, 250)).toBe(true);
    expect(await claim("second", 249, 300)).toBeUndefined();

    const second = await claim("second", 250, 400);
    expect(second).toEqual({ runId: "r1", owner: "second", fence: 2 });
    expect(await log.renew(first, 900)).toBe(false);
    await log.release(first);
    expect(await append("r1", 1, ["from the dead"], runnable, { fence: 1 })).toEqual({ type: "fenced" });
    expect(await append("r1", 1, ["from the living"], runnable, { fence: 2 })).toEqual({ type: "appended" });
    expect(await append("r1", 2, ["from outside"])).toEqual({ type: "appended" });
    expect(await texts("r1")).toEqual(["", "from the living", "from outside"]);
  });

  conforms("a released run can be claimed again, behind those that waited, and its old claim is void", async () => {
    await create("driven", { createdAt: 1 });
    const held = await claim("worker", 100, 1000);
    if (held === undefined) throw new Error("nothing to claim");
    await create("waiting", { createdAt: 50 });
    await append("driven", 1, ["a step"], runnable, { fence: held.fence, at: 120 });
    await log.release(held);
    expect(await log.renew(held, 2000)).toBe(false);
    expect(await append("driven", 2, ["too late"], runnable, { fence: held.fence })).toEqual({ type: "fenced" });
    expect(await claim("other", 130, 1000)).toMatchObject({ runId: "waiting" });
    expect(await claim("other", 130, 1000)).toMatchObject({ runId: "driven", fence: 2 });
  });

  conforms("an append may give the claim back, and a run at rest then moves when somebody writes to it", async () => {
    await create("r1");
    await claim("worker", 100, 1000);
    await append("r1", 1, ["waits for a person"], atRest, { fence: 1, release: true });
    expect(await claim("worker", 110)).toBeUndefined();
    expect(await log.nextWake(["a"])).toBeUndefined();
    await append("r1", 2, ["approved"], runnable, { at: 120 });
    expect(await claim("worker", 120)).toMatchObject({ runId: "r1", fence: 2 });
  });

  conforms("whoever waits for work hears of it, and of nothing else", async () => {
    let calls = 0;
    const undo = log.onRunnable(() => calls++);
    await create("r1");
    expect(calls).toBe(1);
    await claim("worker", 100, 1000);
    await append("r1", 1, ["a step"], runnable, { fence: 1 });
    await create("r2", { next: atRest });
    expect(calls).toBe(1);
    await append("r2", 1, ["sleeps"], { ...atRest, wakeAt: 900 });
    expect(calls).toBe(2);
    await log.release({ runId: "r1", owner: "worker", fence: 1 });
    expect(calls).toBe(3);
    undo();
    await create("r3");
    expect(calls).toBe(3);
  });

  conforms("runs are listed newest first, by what they belong to, page by page", async () => {
    await create("r1", { agentId: "a" });
    await create("r2", { agentId: "b" });
    const inSession = { ...note("r3", 1), sessionId: "s1" };
    await log.create({ ...newRun("r3"), sessionId: "s1", parentRunId: "r1" }, [inSession], atRest);
    await log.append("r2", { after: 1, events: [{ ...note("r2", 2), agentId: "b" }], next: over, at: 2 });
    const ids = async (filter?: object) => (await log.list(filter)).map(({ runId }) => runId);
    expect(await ids()).toEqual(["r3", "r2", "r1"]);
    expect(await ids({ agentId: "a" })).toEqual(["r3", "r1"]);
    expect(await ids({ sessionId: "s1" })).toEqual(["r3"]);
    expect(await ids({ parentRunId: "r1" })).toEqual(["r3"]);
    expect(await ids({ status: "completed" })).toEqual(["r2"]);
    expect(await ids({ status: "completed", agentId: "a" })).toEqual([]);
    expect(await ids({ limit: 2 })).toEqual(["r3", "r2"]);
    expect(await ids({ limit: 2, before: "r2" })).toEqual(["r1"]);
    expect(await ids({ before: "unknown" })).toEqual([]);
  });

  conforms("a session is created once, ends once, and does not come back", async () => {
    const created = await log.createSession({ sessionId: "s1", createdAt: 5, labels: { team: "ops" } });
    expect(created).toEqual({ sessionId: "s1", createdAt: 5, labels: { team: "ops" }, status: "active" });
    expect(await log.createSession({ sessionId: "s1", createdAt: 9 })).toEqual(created);
    await log.createSession({ sessionId: "s2", createdAt: 6 });

    const ended = { ...created, status: "ended", endedAt: 10 };
    expect(await log.endSession("s1", 10)).toEqual(ended);
    expect(await log.endSession("s1", 11)).toEqual(ended);
    expect(await log.findSession("s1")).toEqual(ended);
    await expect(log.createSession({ sessionId: "s1", createdAt: 12 })).rejects.toMatchObject({
      code: "session_ended",
    });
    await expect(log.endSession("s9", 1)).rejects.toMatchObject({ code: "session_not_found" });

    expect((await log.listSessions()).map(({ sessionId }) => sessionId)).toEqual(["s2", "s1"]);
    expect(await log.listSessions({ status: "active", limit: 5 })).toEqual([
      { sessionId: "s2", createdAt: 6, status: "active" },
    ]);
    expect(await log.listSessions({ limit: 1 })).toHaveLength(1);
  });

  conforms("closing finishes what was asked for, and whoever comes later is told", async () => {
    await create("r1");
    const watching = collect(log.watch("r1", { after: 1 }));
    const pending = append("r1", 1, ["just in time"], atRest);
    await Promise.all([log[Symbol.asyncDispose](), expect(watching).rejects.toMatchObject({ code: "store_closed" })]);
    expect(await pending).toEqual({ type: "appended" });
    await expect(log.read("r1")).rejects.toMatchObject({ code: "store_closed" });
    await expect(append("r1", 2, ["too late"])).rejects.toMatchObject({ code: "store_closed" });
    await log[Symbol.asyncDispose]();
  });
}

function note(runId: string, id: number, text = ""): RunEvent {
  return { id, v: 1, type: "planner_note", at: id, runId, agentId: "a", text };
}

function newRun(runId: string, { agentId = "a", createdAt = 1 } = {}) {
  return { runId, agentId, labels: {}, createdAt };
}

function create(runId: string, given: { agentId?: string; createdAt?: number; next?: NextMove } = {}): Promise<void> {
  const run = newRun(runId, given);
  return log.create(run, [{ ...note(runId, 1), agentId: run.agentId }], given.next ?? runnable);
}

function append(
  runId: string,
  after: number,
  said: string[],
  next = runnable,
  rest: { fence?: number; release?: true; at?: number } = {},
) {
  const events = said.map((text, index) => {
    const event = note(runId, after + index + 1, text);
    return { ...event, at: rest.at ?? event.id };
  });
  return log.append(runId, { after, events, next, at: after + 1, ...rest });
}

function claim(owner: string, now: number, until = now + 100) {
  return log.claim({ owner, now, until, agentIds: ["b", "a"] });
}

async function texts(runId: string): Promise<unknown[]> {
  return (await log.read(runId)).map((event) => "text" in event && event.text);
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}
