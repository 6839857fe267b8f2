import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryEngine, createRuntime, defineTool, type Runtime } from "../../index.ts";
import { createAnthropicEndpoint, createTestClock, toolResultsOf } from "../../testing/index.ts";
import type { Clock } from "../../tool/clock.ts";
import { runGoverned } from "../testing/run-governed.ts";
import { ClaudeApprovals } from "./claude-approvals.ts";
import { type GovernedClaude, governClaude } from "./govern-claude.ts";
import { type GovernedCall, ownTool } from "./governed-call.ts";

const EXPOSED = "mcp__pydantic_tools__ops_restart";
const restarting = (id: string) => ({ name: EXPOSED, args: { id } });

function restartTool(done: string[] = [], expiry: { expiresIn?: string } = {}) {
  return defineTool({
    name: "ops.restart",
    description: "Restarts a device",
    input: z.object({ id: z.string() }),
    confirmation: { title: "Restart?", promptTemplate: "Restart {{.id}}?", ...expiry },
    execute: ({ id }) => {
      done.push(id);
      return `restarted ${id}`;
    },
  });
}

function govern(runtime: Runtime, done: string[], resume?: string, clock?: Clock) {
  return governClaude({
    tools: [restartTool(done)],
    approvals: { runtime },
    ...(clock === undefined ? {} : { clock }),
    ...(resume === undefined ? {} : { resume }),
  });
}

const expiring: GovernedCall = {
  id: "toolu_1",
  tool: ownTool(restartTool([], { expiresIn: "30m" })),
  args: { id: "web-1" },
  isNested: false,
};

/** What an operator does: decides about everything that waits, or about one question. */
async function decideAll(
  runtime: Runtime,
  governed: GovernedClaude,
  approved: boolean,
  question?: string,
): Promise<void> {
  for (const { runId, id, prompt } of await governed.pendingApprovals()) {
    if (question !== undefined && question !== prompt) continue;
    await runtime.provideConfirmation({ runId, id, approved, requestedBy: "operator@example.com" });
  }
}

test("a call that needs a person stops the query, and runs once the session is resumed with a yes", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [{ toolCalls: [restarting("web-1")] }, "Done."] });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const first = await govern(runtime, done);
  expect(await runGoverned(endpoint, first, { prompt: "Go." })).toMatchObject({ terminal_reason: "tool_deferred" });
  expect(done).toEqual([]);

  const pending = await first.pendingApprovals();
  expect(pending).toMatchObject([
    { tool: "claude.call", callId: "toolu_1", prompt: "Restart web-1?", args: { tool: "ops.restart" } },
  ]);
  await decideAll(runtime, first, true);
  const second = await govern(runtime, done, first.sessionId);
  const result = await runGoverned(endpoint, second);
  expect(result).toMatchObject({ subtype: "success", result: "Done.", session_id: first.sessionId });
  expect(JSON.stringify(endpoint.requests[1]?.messages)).not.toContain("no content");
  expect(done).toEqual(["web-1"]);
  expect(await second.pendingApprovals()).toEqual([]);
  endpoint.assertComplete();
});

test("a no is told to the model, and nothing runs", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [{ toolCalls: [restarting("web-1")] }, "A pity."] });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const first = await govern(runtime, done);
  await runGoverned(endpoint, first, { prompt: "Go." });
  await decideAll(runtime, first, false);
  await runGoverned(endpoint, await govern(runtime, done, first.sessionId));
  expect(endpoint.requests[1] && toolResultsOf(endpoint.requests[1])).toMatchObject([
    { text: expect.stringContaining("a person declined this call"), isError: true },
  ]);
  expect(done).toEqual([]);
});

test("a request expires when its tool says so, and a yes that comes later changes nothing", async () => {
  const clock = createTestClock();
  await using runtime = createRuntime({ engine: createMemoryEngine(), clock });
  const approvals = new ClaudeApprovals({ runtime, sessionId: "s", clock });
  expect(await approvals.ask(expiring, "")).toEqual({ type: "pending" });
  const [asked] = await approvals.pending();
  await clock.advance(31 * 60_000);
  expect(await approvals.decided(expiring, new AbortController().signal)).toMatchObject({ type: "declined" });
  const late = { runId: asked?.runId ?? "", id: asked?.id ?? "", approved: true, requestedBy: "operator@example.com" };
  await expect(runtime.provideConfirmation(late)).rejects.toThrow();
  expect(await approvals.ask(expiring, "")).toEqual({ type: "declined", reason: "nobody has approved this call" });
});

test("a request that ran out while no process was there is over at once", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kigumi-approvals-"));
  const store = join(directory, "kigumi.db");
  try {
    const before = createTestClock();
    {
      await using runtime = createRuntime({ store, clock: before });
      const approvals = new ClaudeApprovals({ runtime, sessionId: "s", clock: before });
      expect(await approvals.ask(expiring, "")).toEqual({ type: "pending" });
      expect(await approvals.pending()).toHaveLength(1);
    }
    const after = createTestClock();
    await after.advance(30 * 60_000);
    await using runtime = createRuntime({ store, clock: after });
    const approvals = new ClaudeApprovals({ runtime, sessionId: "s", clock: after });
    expect(await approvals.pending()).toEqual([]);
    expect(await approvals.ask(expiring, "")).toEqual({ type: "declined", reason: "nobody has approved this call" });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a session that is resumed before anybody has decided stops at the same request again", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [{ toolCalls: [restarting("web-1")] }] });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const first = await govern(runtime, []);
  await runGoverned(endpoint, first, { prompt: "Go." });
  const before = await first.pendingApprovals();
  const second = await govern(runtime, [], first.sessionId);
  await runGoverned(endpoint, second);
  endpoint.assertComplete();
  expect(await second.pendingApprovals()).toEqual(before);
});

test("a session that stands at no call is not resumed without a prompt", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: ["Hello."] });
  const first = await governClaude({});
  await runGoverned(endpoint, first, { prompt: "Hi." });
  const clock = createTestClock();
  const resumed = runGoverned(endpoint, await governClaude({ resume: first.sessionId, clock }));
  const refused = expect(resumed).rejects.toMatchObject({ code: "nothing_to_resume" });
  await expect.poll(() => clock.pending, { timeout: 20_000 }).toBe(1);
  await clock.advance(15_000);
  await refused;
  endpoint.assertComplete();
});

const BOTH = { toolCalls: [restarting("web-1"), restarting("web-2")] };

test("two calls of one turn are both asked about; approved in any order, both run, and nobody is asked twice", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [BOTH, { toolCalls: [restarting("web-2")] }, "Done."],
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const first = await govern(runtime, done);
  await runGoverned(endpoint, first, { prompt: "Go." });
  const asked = await first.pendingApprovals();
  expect(asked.map(({ prompt }) => prompt).sort()).toEqual(["Restart web-1?", "Restart web-2?"]);
  await decideAll(runtime, first, true, "Restart web-2?");
  await decideAll(runtime, first, true);

  const second = await govern(runtime, done, first.sessionId);
  expect(await runGoverned(endpoint, second)).toMatchObject({ subtype: "success", result: "Done." });
  expect(done).toEqual(["web-1", "web-2"]);
  expect(await second.pendingApprovals()).toEqual([]);
  const [, resumed] = endpoint.requests;
  expect(resumed && toolResultsOf(resumed).map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      "restarted web-1",
      expect.stringMatching(/a person has been asked about this call too.*make it once more/),
    ]),
  );
  expect(JSON.stringify(resumed?.messages)).toContain("A person has approved");
  endpoint.assertComplete();
});

test("a call that is made again before its request is decided stops at that request, and a no to it counts once", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [BOTH, { toolCalls: [restarting("web-2")] }, "A pity.", { toolCalls: [restarting("web-2")] }],
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const first = await govern(runtime, done);
  const { sessionId } = first;
  await runGoverned(endpoint, first, { prompt: "Go." });
  const aboutTheOther = (await first.pendingApprovals()).filter(({ prompt }) => prompt === "Restart web-2?");
  await decideAll(runtime, first, true, "Restart web-1?");
  const second = await govern(runtime, done, sessionId);
  expect(await runGoverned(endpoint, second)).toMatchObject({ terminal_reason: "tool_deferred" });
  expect(await second.pendingApprovals()).toEqual(aboutTheOther);

  await decideAll(runtime, second, false);
  expect(await runGoverned(endpoint, await govern(runtime, done, sessionId))).toMatchObject({ result: "A pity." });
  expect(done).toEqual(["web-1"]);
  // The next time is another matter, and asked about anew.
  const last = await govern(runtime, done, sessionId);
  await runGoverned(endpoint, last, { prompt: "Try web-2 again." });
  expect(await last.pendingApprovals()).toHaveLength(1);
  expect(done).toEqual(["web-1"]);
});

test("a call that is approved when its session has ended otherwise is asked for again, by its name and arguments", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [BOTH, "web-1 is done.", { toolCalls: [restarting("web-2")] }, "Both are."],
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const first = await govern(runtime, done);
  await runGoverned(endpoint, first, { prompt: "Go." });
  await decideAll(runtime, first, true, "Restart web-1?");
  expect(await runGoverned(endpoint, await govern(runtime, done, first.sessionId))).toMatchObject({
    result: "web-1 is done.",
  });
  await decideAll(runtime, first, true);
  const clock = createTestClock();
  const late = await govern(runtime, done, first.sessionId, clock);
  const running = runGoverned(endpoint, late);
  await expect.poll(() => clock.pending, { timeout: 20_000 }).toBe(1);
  await clock.advance(15_000);
  expect(await running).toMatchObject({ result: "Both are." });
  expect(done).toEqual(["web-1", "web-2"]);
});

test("a query that may wait stays open until a person has decided", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [{ toolCalls: [restarting("web-1")] }, "Done."] });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const governed = await governClaude({
    tools: [restartTool(done)],
    approvals: { runtime, whilePending: "wait" },
  });
  const running = runGoverned(endpoint, governed, { prompt: "Go." });
  await expect.poll(() => governed.pendingApprovals(), { timeout: 20_000 }).toHaveLength(1);
  expect(done).toEqual([]);
  await decideAll(runtime, governed, true);
  expect(await running).toMatchObject({ result: "Done." });
  expect(done).toEqual(["web-1"]);
});

test("a subagent's call waits for a person, though the main loop would stop", async () => {
  const operator = { description: "Restarts devices", prompt: "You are the operator." };
  await using endpoint = await createAnthropicEndpoint({
    script: (request) => {
      const hasResults = toolResultsOf(request).length > 0;
      if (JSON.stringify(request.system).includes(operator.prompt)) {
        return hasResults ? "It is restarted." : { toolCalls: [restarting("web-1")] };
      }
      const args = { description: "Restart", prompt: "Restart web-1.", subagent_type: "operator" };
      return hasResults ? "Done." : { toolCalls: [{ name: "Agent", args: { ...args, run_in_background: false } }] };
    },
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const governed = await governClaude({
    tools: [restartTool(done)],
    builtInTools: ["Agent"],
    approvals: { runtime },
  });
  const running = runGoverned(endpoint, governed, { prompt: "Go.", options: { agents: { operator } } });
  await expect.poll(() => governed.pendingApprovals(), { timeout: 20_000 }).toHaveLength(1);
  expect(done).toEqual([]);
  await decideAll(runtime, governed, true);
  expect(await running).toMatchObject({ subtype: "success", result: "Done." });
  expect(done).toEqual(["web-1"]);
});

test("a tool of Claude's own that needs a person goes on in the same way", async () => {
  await using endpoint = await createAnthropicEndpoint({
    script: [{ toolCalls: [{ name: "Bash", args: { command: "echo approved" } }] }, "Done."],
  });
  await using runtime = createRuntime({ engine: createMemoryEngine() });
  const governBash = (resume?: string) =>
    governClaude({
      policy: { allow: null, deny: null, confirm: ["Bash"], params: {} },
      builtInTools: ["Bash"],
      approvals: { runtime },
      ...(resume === undefined ? {} : { resume }),
    });
  const first = await governBash();
  await runGoverned(endpoint, first, { prompt: "Go." });
  const [pending] = await first.pendingApprovals();
  expect(pending?.prompt).toBe('Claude asks to call Bash with {"command":"echo approved"} (a confirm rule matches)');
  await decideAll(runtime, first, true);
  expect(await runGoverned(endpoint, await governBash(first.sessionId))).toMatchObject({ result: "Done." });
  expect(endpoint.requests[1] && toolResultsOf(endpoint.requests[1])).toMatchObject([{ isError: false }]);
  endpoint.assertComplete();
});

test("when nobody can be asked any more the call is blocked, not let through", async () => {
  await using endpoint = await createAnthropicEndpoint({ script: [{ toolCalls: [restarting("web-1")] }, "Done."] });
  const runtime = createRuntime({ engine: createMemoryEngine() });
  const done: string[] = [];
  const governed = await govern(runtime, done);
  await runtime.close();
  await runGoverned(endpoint, governed, { prompt: "Go." });
  expect(endpoint.requests[1] && toolResultsOf(endpoint.requests[1])).toMatchObject([{ isError: true }]);
  expect(done).toEqual([]);
});

test("an approval survives a restart: one process asks and ends, another one decides and resumes", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kigumi-approvals-"));
  const store = join(directory, "kigumi.db");
  try {
    await using endpoint = await createAnthropicEndpoint({ script: [{ toolCalls: [restarting("web-1")] }, "Done."] });
    const asking = new URL("../testing/asking-process.ts", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [asking, store], { env: { ...endpoint.env } });
    const { sessionId, terminalReason } = JSON.parse(stdout);
    expect(terminalReason).toBe("tool_deferred");

    await using runtime = createRuntime({ store });
    const done: string[] = [];
    const governed = await govern(runtime, done, sessionId);
    const [pending] = await governed.pendingApprovals();
    expect(pending).toMatchObject({ prompt: "Restart web-1?", args: { args: { id: "web-1" } } });
    await decideAll(runtime, governed, true);
    expect(await runGoverned(endpoint, governed)).toMatchObject({ result: "Done." });
    expect(done).toEqual(["web-1"]);
    // Who decided is on record.
    const events = await runtime.runs.read(pending?.runId ?? "");
    expect(events).toContainEqual(
      expect.objectContaining({ type: "approval_decided", approved: true, requestedBy: "operator@example.com" }),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
