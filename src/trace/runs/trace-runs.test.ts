import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMemoryRunLog } from "../../engine/memory/index.ts";
import type { RunLog } from "../../engine/run-log.ts";
import { createSqliteRunLog } from "../../engine/sqlite/index.ts";
import type { RunEvent } from "../../run/event.ts";
import { NoOpTracer } from "../no-op-tracer.ts";
import type { Span } from "../span.ts";
import { SQLiteTracer } from "../sqlite-tracer.ts";
import { temporaryFile } from "../testing/spans.ts";
import { spansOfRun } from "./spans-of-run.ts";
import { traceBacklog } from "./trace-backlog.ts";
import { traceRuns } from "./trace-runs.ts";

/** A run that meets every kind of event: calls, failures, approvals, questions, a nested run. */
const events: RunEvent[] = readFileSync(new URL("../../../test/fixtures/run-log-v1.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const newRun = { runId: "run-1", agentId: "desk", sessionId: "session-1", labels: {}, createdAt: 0 };
const going = { status: "running", isRunnable: true } as const;

/** Appends the recorded events one by one, as an engine would. */
async function play(log: RunLog, from = 1, to = events.length): Promise<void> {
  for (const event of events.slice(from - 1, to)) {
    if (event.id === 1) await log.create(newRun, [event], going);
    else {
      const isLast = event.id === events.length;
      const status = isLast ? "completed" : event.type === "run_paused" ? "paused" : "running";
      const next = { status, isRunnable: status === "running" } as const;
      await log.append("run-1", { after: event.id - 1, events: [event], next, at: event.at });
    }
  }
}

const title = ({ spanData: { type, name, turn }, error }: Span) =>
  [type, name ?? turn, error === null ? "" : "!"].filter((part) => part !== "").join(" ");

test("a run is an agent span, its turns generations, its calls functions, what it waits for custom spans", () => {
  const { trace, spans } = spansOfRun(events);
  expect(trace).toMatchObject({ traceId: "run-1", groupId: events[0]?.sessionId ?? null });
  expect(spans.map(title)).toMatchInlineSnapshot(`
    [
      "generation 1",
      "function look !",
      "function lok !",
      "function look",
      "function label",
      "function reboot",
      "function fail !",
      "generation 2",
      "custom approval",
      "function wipe",
      "generation 3",
      "custom approval",
      "function wipe",
      "generation 4",
      "custom clarification",
      "custom external_tools",
      "function scan",
      "generation 5",
      "function ask_analyst",
      "generation 6",
      "agent desk",
    ]
  `);
  const run = spans.at(-1);
  expect(run).toMatchObject({ spanId: "run-1", parentId: null, spanData: { status: "completed" } });
  expect(spans.slice(0, -1).every(({ parentId, traceId }) => parentId === "run-1" && traceId === "run-1")).toBe(true);
  expect(spans.every(({ startedAt, endedAt }) => startedAt !== null && endedAt !== null && startedAt <= endedAt)).toBe(
    true,
  );
});

test("a turn lasts from when it could begin until the planner answered, with what was new to it and what it used", () => {
  const { spans } = spansOfRun(events);
  const [first, second] = spans.filter(({ spanData }) => spanData.type === "generation");
  const time = (at: number | undefined) => new Date(at ?? 0).toISOString();
  expect(first).toMatchObject({ startedAt: time(events[4]?.at), endedAt: time(events[9]?.at) });
  expect(first?.spanData.usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens: expect.any(Number) });
  expect(JSON.stringify(second?.spanData.input)).toContain('"role":"tool"');
  expect(JSON.stringify(second?.spanData.input)).not.toContain('"role":"user"');
});

test("an approval says what was asked, who decided and how", () => {
  const { spans } = spansOfRun(events);
  const approvals = spans.filter(({ spanData }) => spanData.name === "approval");
  expect(approvals.map(({ spanData }) => spanData.data)).toMatchObject([
    { input: { tool: "wipe" }, output: { approved: true } },
    { input: { tool: "wipe" }, output: { approved: false } },
  ]);
});

test("a nested run hangs under the call it answers, in the trace of the run at the root", () => {
  const [started] = events as [RunEvent & { type: "run_started" }];
  const parent = {
    runId: "mid",
    agentId: "mid",
    callId: "c1",
    tool: "ask",
    path: ["root", "mid"],
    agents: ["root", "mid"],
  };
  const { trace, spans } = spansOfRun([{ ...started, parent }]);
  expect(trace).toBeUndefined();
  expect(spans).toMatchObject([{ spanId: "run-1", traceId: "root", parentId: "mid#call/c1", endedAt: null }]);
});

test("a run that failed says why, and ends what was still open", () => {
  const error = { kind: "invalid_plan", message: "the plan is empty", publicMessage: "sorry", isRetryable: false };
  const failed = { ...events[22], id: 23, type: "run_completed", status: "failed", error } as unknown as RunEvent;
  const { spans } = spansOfRun([...events.slice(0, 22), failed]);
  expect(spans.at(-1)).toMatchObject({ error: { message: "the plan is empty", data: { type: "invalid_plan" } } });
  expect(spans.every(({ endedAt }) => endedAt !== null)).toBe(true);
});

test("a turn that the planner failed in is a generation with the error, from when the turn could begin", () => {
  const error = { kind: "unavailable", message: "the model is away", publicMessage: "sorry", isRetryable: true };
  const [ready, at] = [events[4]?.at ?? 0, (events[4]?.at ?? 0) + 700];
  const failed = { ...events[5], at, type: "run_completed", status: "failed", error } as unknown as RunEvent;
  const { spans } = spansOfRun([...events.slice(0, 5), failed]);
  expect(spans.map(title)).toEqual(["generation 1 !", "agent desk !"]);
  expect(spans[0]).toMatchObject({
    spanId: "run-1#turn/1",
    parentId: "run-1",
    startedAt: new Date(ready).toISOString(),
    endedAt: new Date(at).toISOString(),
    error: { message: "the model is away", data: { type: "unavailable" } },
  });
  expect(JSON.stringify(spans[0]?.spanData.input)).toContain('"role":"user"');
});

test("tracers hear of a run while it happens, and the store then holds what the log says", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const log = traceRuns(createMemoryRunLog(), [tracer]);
  await play(log);
  await log[Symbol.asyncDispose]();
  const stored = await tracer.getSpansByTrace("run-1");
  expect(stored.map(({ spanId }) => spanId)).toEqual(spansOfRun(events).spans.map(({ spanId }) => spanId));
  expect(await tracer.searchSpans({ tool: "reboot", hasError: false })).toHaveLength(1);
  expect((await tracer.getTrace("run-1"))?.metadata).toMatchObject({
    agent_run_id: "run-1",
    usage_total: { total_tokens: expect.any(Number) },
  });
});

test("a run that goes on in another process is traced there, each span once", async () => {
  const file = temporaryFile("runs.db");
  const ended: string[] = [];
  const counting = Object.assign(new NoOpTracer(), { onSpanEnd: async (span: Span) => void ended.push(span.spanId) });
  const first = traceRuns(createSqliteRunLog({ file }), [counting]);
  await play(first, 1, 30);
  await first[Symbol.asyncDispose]();
  const second = traceRuns(createSqliteRunLog({ file }), [counting]);
  await play(second, 31);
  await second[Symbol.asyncDispose]();
  expect(ended).toEqual(spansOfRun(events).spans.map(({ spanId }) => spanId));
});

test("what a process that does not trace adds to a run at rest, an approval, is told when the run goes on", async () => {
  const ended: string[] = [];
  const counting = Object.assign(new NoOpTracer(), { onSpanEnd: async (span: Span) => void ended.push(span.spanId) });
  const untraced = createMemoryRunLog();
  const log = traceRuns(untraced, [counting]);
  await play(log, 1, 36);
  await play(untraced, 37, 37);
  await play(log, 38, 50);
  await play(untraced, 51, 60);
  await play(log, 61);
  await log[Symbol.asyncDispose]();
  expect(ended).toEqual(spansOfRun(events).spans.map(({ spanId }) => spanId));
});

test("what a dead process did not store comes from the log, and what it stored is not doubled", async () => {
  await using log = createMemoryRunLog();
  await play(log);
  await using tracer = new SQLiteTracer(temporaryFile());
  const { spans } = spansOfRun(events);
  for (const span of spans.slice(0, 5)) await tracer.onSpanEnd(span);
  await tracer.forceFlush();
  expect(await traceBacklog(log, tracer)).toBe(1);
  expect(await traceBacklog(log, tracer)).toBe(1);
  const stored = await tracer.getSpansByTrace("run-1");
  expect(stored.map(({ spanId }) => spanId)).toEqual(spans.map(({ spanId }) => spanId));
  expect(stored.map(({ ingestSeq }) => ingestSeq)).toEqual(spans.map((_, i) => i + 1));
  expect(await traceBacklog(log, tracer, { since: new Date("2030-01-01") })).toBe(0);
});

test("a tracer that throws or hangs is noticed neither by the log nor by the others", async () => {
  await using tracer = new SQLiteTracer(temporaryFile());
  const throwing = Object.assign(new NoOpTracer(), { onSpanStart: () => Promise.reject(new Error("no")) });
  const errors: unknown[] = [];
  const log = traceRuns(createMemoryRunLog(), [throwing, tracer], { onError: (error) => errors.push(error) });
  await play(log);
  expect(await log.read("run-1")).toHaveLength(events.length);
  await log[Symbol.asyncDispose]();
  expect(await tracer.getSpansByTrace("run-1")).toHaveLength(spansOfRun(events).spans.length);
  expect(errors.length).toBeGreaterThan(0);

  const hanging = Object.assign(new NoOpTracer(), { onSpanStart: () => new Promise<void>(() => {}) });
  const hung = traceRuns(createMemoryRunLog(), [hanging], { closeTimeoutMs: 10 });
  await play(hung);
  expect(await hung.read("run-1")).toHaveLength(events.length);
  await hung[Symbol.asyncDispose]();
});
