import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunEvent, RunEventBody } from "../../run/event.ts";
import { DEFAULT_RUN_POLICY } from "../../run/run-policy.ts";
import type { NextMove } from "../run-log.ts";
import { createSqliteRunLog, type SqliteRunLog } from "./index.ts";

const runnable: NextMove = { status: "running", isRunnable: true };
const over: NextMove = { status: "completed", isRunnable: false };

let dir: string;
let log: SqliteRunLog;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "kigumi-views-"));
  log = createSqliteRunLog({ file: join(dir, "kigumi.db") });
});
afterEach(async () => {
  await log[Symbol.asyncDispose]();
  await rm(dir, { recursive: true });
});

const scheduled = (callId: string): RunEventBody => ({
  type: "tool_call_scheduled",
  callId,
  tool: "ops.restart",
  args: { host: "web-1" },
  effect: "once",
});
const started = (callId: string): RunEventBody => ({
  type: "tool_call_started",
  callId,
  key: `key ${callId}`,
  attempt: 1,
});
const succeeded = (callId: string): RunEventBody => ({
  type: "tool_result_received",
  callId,
  tool: "ops.restart",
  outcome: { type: "success", content: "restarted" },
});

test("runs and events read as tables", async () => {
  await write("r1", [{ type: "planner_note", text: "hello" }], over);
  expect(rows("SELECT run_id, status, last_event_id, created_at, updated_at, ended_at FROM runs")).toEqual([
    { run_id: "r1", status: "completed", last_event_id: 2, created_at: 1000, updated_at: 1002, ended_at: 1002 },
  ]);
  expect(rows("SELECT run_id, id, type, time, body ->> '$.text' AS text FROM events WHERE id = 2")).toEqual([
    { run_id: "r1", id: 2, type: "planner_note", time: "1970-01-01T00:00:01.002Z", text: "hello" },
  ]);
});

test("a tool call is one row, from when it was scheduled to how it ended", async () => {
  await write("r1", [
    scheduled("waits"),
    scheduled("works"),
    scheduled("done"),
    scheduled("lost"),
    started("works"),
    started("done"),
    started("lost"),
    succeeded("done"),
    { type: "tool_outcome_unknown", callId: "lost", tool: "ops.restart", key: "key lost" },
  ]);
  expect(rows("SELECT call_id, status, attempts, started_at, ended_at FROM tool_calls ORDER BY scheduled_at")).toEqual([
    { call_id: "waits", status: "scheduled", attempts: 0, started_at: null, ended_at: null },
    { call_id: "works", status: "started", attempts: 1, started_at: 1006, ended_at: null },
    { call_id: "done", status: "succeeded", attempts: 1, started_at: 1007, ended_at: 1009 },
    { call_id: "lost", status: "unknown", attempts: 1, started_at: 1008, ended_at: null },
  ]);
  expect(rows("SELECT run_id, tool, effect, args, result FROM tool_calls WHERE call_id = 'done'")).toEqual([
    {
      run_id: "r1",
      tool: "ops.restart",
      effect: "once",
      args: '{"host":"web-1"}',
      result: '{"type":"success","content":"restarted"}',
    },
  ]);
});

test("an approval is one row, with who decided it", async () => {
  const asked = (awaitId: string): RunEventBody[] => [
    {
      type: "await_confirmation",
      awaitId,
      callId: `call ${awaitId}`,
      tool: "ops.restart",
      args: { host: "web-1" },
      title: "Restart",
      prompt: "Restart web-1?",
    },
    {
      type: "approval_requested",
      awaitId,
      callId: `call ${awaitId}`,
      runPath: ["r1"],
      argsHash: "h",
      toolFingerprint: "f",
      expiresAt: 9000,
    },
  ];
  const decided = (awaitId: string, approved: boolean): RunEventBody => ({
    type: "approval_decided",
    awaitId,
    approved,
    requestedBy: "operator@example.com",
  });
  await write("r1", [
    ...asked("yes"),
    ...asked("no"),
    ...asked("late"),
    ...asked("open"),
    decided("yes", true),
    decided("no", false),
    { type: "approval_expired", awaitId: "late" },
  ]);
  await write("r2", asked("gone"), over);
  expect(rows("SELECT run_id, id, status, decided_by FROM approvals ORDER BY run_id, requested_at")).toEqual([
    { run_id: "r1", id: "yes", status: "approved", decided_by: "operator@example.com" },
    { run_id: "r1", id: "no", status: "denied", decided_by: "operator@example.com" },
    { run_id: "r1", id: "late", status: "expired", decided_by: null },
    { run_id: "r1", id: "open", status: "pending", decided_by: null },
    { run_id: "r2", id: "gone", status: "dropped", decided_by: null },
  ]);
  expect(rows("SELECT call_id, tool, args, title, prompt, expires_at FROM approvals WHERE id = 'open'")).toEqual([
    {
      call_id: "call open",
      tool: "ops.restart",
      args: '{"host":"web-1"}',
      title: "Restart",
      prompt: "Restart web-1?",
      expires_at: 9000,
    },
  ]);
  expect(rows("EXPLAIN QUERY PLAN SELECT * FROM approvals").map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining("USING INDEX event_of_approval"),
  );
});

test("spans are runs and their calls, a child run under the call it answers", async () => {
  await write("r1", [scheduled("c1"), started("c1"), succeeded("c1")], over);
  const parent = { runId: "r1", agentId: "a", callId: "c1", tool: "ops.restart", path: ["r1"], agents: ["a"] };
  const first: RunEvent = {
    ...stamp("r2", 1),
    agentId: "b",
    type: "run_started",
    messages: [],
    labels: {},
    policy: DEFAULT_RUN_POLICY,
    parent,
  };
  await log.create({ runId: "r2", agentId: "b", parentRunId: "r1", labels: {}, createdAt: 1500 }, [first], runnable);
  expect(rows("SELECT span_id, parent_span_id, kind, name, status, duration_ms FROM spans")).toEqual([
    { span_id: "r1", parent_span_id: null, kind: "run", name: "a", status: "completed", duration_ms: 4 },
    { span_id: "r2", parent_span_id: "r1#call/c1", kind: "run", name: "b", status: "running", duration_ms: null },
    {
      span_id: "r1#call/c1",
      parent_span_id: "r1",
      kind: "tool_call",
      name: "ops.restart",
      status: "succeeded",
      duration_ms: 1,
    },
  ]);
});

async function write(runId: string, bodies: readonly RunEventBody[], next = runnable): Promise<void> {
  const first: RunEvent = { ...stamp(runId, 1), type: "run_phase_changed", phase: "prompted" };
  await log.create({ runId, agentId: "a", labels: {}, createdAt: 1000 }, [first], runnable);
  const events = bodies.map((body, index): RunEvent => ({ ...stamp(runId, index + 2), ...body }));
  await log.append(runId, { after: 1, events, next, at: 1001 + bodies.length });
}

function stamp(runId: string, id: number) {
  return { id, v: 1, at: 1000 + id, runId, agentId: "a" } as const;
}

function rows(sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dir, "kigumi.db"), { readOnly: true });
  const found = database.prepare(sql).all();
  database.close();
  return found.map((row) => ({ ...row }));
}
