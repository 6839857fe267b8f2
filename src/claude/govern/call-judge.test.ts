import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../clock/system-clock.ts";
import { createMemoryEngine, createRuntime, defineTool } from "../../index.ts";
import { createTestClock } from "../../testing/index.ts";
import { CallJudge } from "./call-judge.ts";
import { ClaudeApprovals } from "./claude-approvals.ts";
import { BudgetMeter } from "./claude-budget.ts";
import { type GovernedCall, ownTool } from "./governed-call.ts";

const restart = defineTool({
  name: "ops.restart",
  description: "Restarts a device",
  input: { type: "object" },
  confirmation: {},
  execute: () => "restarted",
});
const callOf = (id: string, isNested = false): GovernedCall => ({ id, tool: ownTool(restart), args: {}, isNested });
const restartOf = (device: string, id: string): GovernedCall => ({ ...callOf(id), args: { device } });

test("a call that needs a person is refused where nobody can be asked", async () => {
  const meter = new BudgetMeter({}, createTestClock());
  const policy = { allow: null, deny: null, params: {}, confirm: ["Bash"] };
  const judge = new CallJudge({ policy, meter, whilePending: "stop" });
  const reason = expect.stringContaining("needs a person's approval");
  expect(await judge.judge(callOf("own"))).toEqual({ type: "deny", by: "policy", reason });
  const bash = { id: "claude's", tool: { id: "Bash" }, args: {}, isNested: false };
  expect(await judge.judge(bash)).toEqual({ type: "deny", by: "policy", reason });
});

test("a subagent's call that is decided lets no second call of the main loop stop beside the first", async () => {
  const clock = createTestClock();
  await using runtime = createRuntime({ engine: createMemoryEngine(), clock });
  const approvals = new ClaudeApprovals({ runtime, sessionId: "s", clock });
  const judge = new CallJudge({ approvals, meter: new BudgetMeter({}, clock), whilePending: "stop" });

  expect(await judge.judge(callOf("main"))).toEqual({ type: "stop" });
  expect(await judge.judge(callOf("nested", true))).toEqual({ type: "wait" });
  const waiting = await approvals.pending();
  for (const { runId, id } of waiting.filter(({ callId }) => callId === "nested")) {
    await runtime.provideConfirmation({ runId, id, approved: true, requestedBy: "operator@example.com" });
  }
  expect(await judge.judge(callOf("nested", true))).toEqual({ type: "allow" });
  expect(await judge.judge(callOf("second"))).toMatchObject({ type: "deny", by: "person" });
  expect(await judge.judge(callOf("main"))).toEqual({ type: "stop" });
});

test("calls that are judged side by side stop at one; the others are asked about and told to come again", async () => {
  const clock = createTestClock();
  await using runtime = createRuntime({ engine: createMemoryEngine(), clock });
  const approvals = new ClaudeApprovals({ runtime, sessionId: "s", clock });
  const newJudge = () => new CallJudge({ approvals, meter: new BudgetMeter({}, clock), whilePending: "stop" });
  const judgeAll = (...calls: GovernedCall[]) => {
    const judge = newJudge();
    return Promise.all(calls.map((call) => judge.judge(call)));
  };
  const held = { type: "deny", by: "person", reason: expect.stringContaining("make it once more") };
  const first = [restartOf("a", "1"), restartOf("b", "2"), restartOf("c", "3")];
  expect(await judgeAll(...first)).toEqual([{ type: "stop" }, held, held]);
  const asked = await approvals.pending();
  expect(asked).toHaveLength(3);

  // Made again while they wait, they are the same requests.
  expect(await judgeAll(restartOf("b", "4"), restartOf("c", "5"))).toEqual([{ type: "stop" }, held]);
  expect(await approvals.pending()).toEqual(asked);
  for (const { runId, id } of asked) {
    await runtime.provideConfirmation({ runId, id, approved: true, requestedBy: "operator@example.com" });
  }
  // One yes is for one call.
  const last = [restartOf("b", "4"), restartOf("c", "6"), restartOf("c", "7"), restartOf("a", "8")];
  expect(await judgeAll(...last)).toEqual([{ type: "allow" }, { type: "allow" }, { type: "stop" }, held]);
});

test("what was asked about and taken over is known after a restart", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kigumi-judge-"));
  const judgeAll = async (calls: readonly GovernedCall[], isApproved = false) => {
    await using runtime = createRuntime({ store: join(directory, "kigumi.db") });
    const approvals = new ClaudeApprovals({ runtime, sessionId: "s", clock: systemClock });
    const judge = new CallJudge({ approvals, meter: new BudgetMeter({}, systemClock), whilePending: "stop" });
    const verdicts = await Promise.all(calls.map((call) => judge.judge(call)));
    for (const { runId, id } of isApproved ? await approvals.pending() : []) {
      await runtime.provideConfirmation({ runId, id, approved: true, requestedBy: "operator@example.com" });
    }
    return { verdicts: verdicts.map(({ type }) => type), news: await approvals.news() };
  };
  try {
    const first = await judgeAll([restartOf("a", "1"), restartOf("b", "2")], true);
    expect(first.verdicts).toEqual(["stop", "deny"]);
    expect(first.news).toContain('- ops.restart with {"device":"b"}');
    const second = await judgeAll([restartOf("a", "1"), restartOf("b", "3")]);
    expect(second).toEqual({ verdicts: ["allow", "allow"], news: "" });
    expect((await judgeAll([restartOf("b", "3")])).verdicts).toEqual(["allow"]);
    expect((await judgeAll([restartOf("b", "4")])).verdicts).toEqual(["stop"]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
