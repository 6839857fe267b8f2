/** An approval holds for the tool that was asked about, and for no other that has taken its name since. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PlanInput, PlanResult } from "../run/plan.ts";
import { defineTool } from "../tool/define-tool.ts";
import { toolset } from "../tool/toolset.ts";
import { agentToolset } from "./agent-toolset.ts";
import { defineAgent } from "./define-agent.ts";
import { createRuntime } from "./runtime.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kigumi-approved-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process with this version of the tool, which a function or another agent answers, until somebody stops it. */
function open(description: string, done: string[], answeredBy: "function" | "agent") {
  const runtime = createRuntime({ store: join(folder, "runs.db") });
  const plan = async ({ messages }: PlanInput): Promise<PlanResult> => {
    const last = messages.at(-1);
    return last?.role === "tool"
      ? { finalResponse: { text: String(last.results[0]?.content) } }
      : { toolCalls: [{ id: "c", name: "ops.restart", args: {} }] };
  };
  const restart = defineTool({
    name: "ops.restart",
    description,
    input: { type: "object" },
    confirmation: { title: "Restart?" },
    execute: () => {
      done.push(description);
      return "restarted";
    },
  });
  const planner = { planStart: plan, planResume: plan };
  const answer = async () => {
    done.push(description);
    return { finalResponse: { text: "restarted" } };
  };
  runtime.registerAgent(defineAgent({ id: "operator", planner: { planStart: answer, planResume: answer } }));
  const tools =
    answeredBy === "agent" ? agentToolset("ops", { agent: "operator", tools: [restart] }) : toolset("ops", [restart]);
  runtime.registerAgent(defineAgent({ id: "desk", planner, toolsets: [tools] }));
  return runtime;
}

async function askedBefore(description: string, answeredBy: "function" | "agent"): Promise<void> {
  await using runtime = open(description, [], answeredBy);
  await runtime.sessions.create("s");
  const run = await runtime
    .client("desk")
    .start({ sessionId: "s", runId: "r", messages: [{ role: "user", content: "go" }] });
  for await (const { type } of run.events()) if (type === "run_paused") return;
}

async function approved(description: string, answeredBy: "function" | "agent") {
  const done: string[] = [];
  await using runtime = open(description, done, answeredBy);
  await runtime.provideConfirmation({ runId: "r", id: "c/approval", approved: true, requestedBy: "ana" });
  return { output: await runtime.handle("r").result(), done };
}

test.each(["function", "agent"] as const)("a tool that is what it was runs when it is approved (%s)", async (by) => {
  await askedBefore("Restart one device", by);
  expect(await approved("Restart one device", by)).toMatchObject({
    output: { message: "restarted" },
    done: ["Restart one device"],
  });
});

test.each(["function", "agent"] as const)("a tool that was changed since does not run (%s)", async (by) => {
  await askedBefore("Restart one device", by);
  const { output, done } = await approved("Restart all devices", by);
  expect(done).toEqual([]);
  expect(output.message).toContain("ops.restart has changed since it was approved");
});
