/** What every engine has to do: the event sequences of a run, to the letter, on whatever log it is driven from. */
import { expect } from "vitest";
import { z } from "zod";
import type { RunEngine } from "../../src/engine/engine.ts";
import { agentToolset } from "../../src/runtime/agent-toolset.ts";
import { defineAgent } from "../../src/runtime/define-agent.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { guidanceCases } from "./guidance-cases.ts";
import { approvalsOf, checkOn, ended, reached, tools, user } from "./harness.ts";
import { nestingCases } from "./nesting-cases.ts";
import { resultCases } from "./result-cases.ts";
import { call, final, scriptedPlanner } from "./scripted-planner.ts";
import { strangerCases } from "./stranger-cases.ts";

export function runConformance(engineName: string, createEngine: () => RunEngine): void {
  const check = checkOn(engineName, createEngine);
  resultCases(check);
  guidanceCases(check);
  nestingCases(check);
  strangerCases(check);

  check("a plain answer", async (start) => {
    const { types, output } = await ended(await start([final("hello")]));
    expect(types).toEqual([
      "run_started",
      "run_phase_changed prompted",
      "run_phase_changed planning",
      "assistant_turn_committed",
      "run_phase_changed executing_tools",
      "assistant_message",
      "run_completed completed",
    ]);
    expect(output).toMatchObject({ status: "completed", message: "hello" });
  });

  check(
    "an event belongs to the turn it was said in, from what the planner used up to the results of its calls",
    async (start) => {
      const usage = [{ model: "m", inputTokens: 1, outputTokens: 1 }];
      const { events } = await ended(
        await start([
          { ...call("add", { a: 1, b: 2 }), usage },
          { ...final("done"), usage },
        ]),
      );
      const turnOf = (turnId = "") => Number(turnId.slice(turnId.lastIndexOf("/") + 1));
      expect(events.slice(3).map(({ type, turnId }) => `${turnOf(turnId)} ${type}`)).toEqual([
        "1 usage",
        "1 assistant_turn_committed",
        "1 run_phase_changed",
        "1 tool_call_scheduled",
        "1 tool_result_received",
        "2 usage",
        "2 assistant_turn_committed",
        "2 assistant_message",
        "2 run_completed",
      ]);
    },
  );

  check("one tool turn: scheduled in call order, then results, then the planner again", async (start) => {
    const two = {
      toolCalls: [
        { id: "c1", name: "add", args: { a: 1, b: 2 } },
        { id: "c2", name: "add", args: { a: 3, b: 4 } },
      ],
    };
    const { types, asked } = await ended(await start([two, final("done")]));
    expect(types.slice(3)).toEqual([
      "assistant_turn_committed",
      "run_phase_changed executing_tools",
      "tool_call_scheduled c1",
      "tool_call_scheduled c2",
      "tool_result_received c1",
      "tool_result_received c2",
      "assistant_turn_committed",
      "assistant_message",
      "run_completed completed",
    ]);
    expect(asked[1]?.messages.at(-1)).toEqual({
      role: "tool",
      results: [
        { id: "c1", name: "add", content: "3" },
        { id: "c2", name: "add", content: "7" },
      ],
    });
  });

  check("a call with an effect is started, durably, before it runs", async (start) => {
    const { types } = await ended(await start([call("fails"), final("done")]));
    expect(types.slice(5, 8)).toEqual([
      "tool_call_scheduled call_fails",
      "tool_call_started call_fails",
      "tool_result_received call_fails",
    ]);
  });

  check("a confirmation that is approved", async (start) => {
    const run = await start([call("restart", { device_id: "web-1" }), final("done")]);
    const [pending] = await approvalsOf(run);
    expect(pending).toMatchObject({
      tool: "restart",
      title: "Restart?",
      prompt: "Restart web-1?",
      args: { device_id: "web-1" },
    });
    await run.runtime.provideConfirmation({ runId: run.id, id: pending?.id ?? "", approved: true, requestedBy: "ana" });
    const { types, events } = await ended(run);
    expect(types.slice(5)).toEqual([
      "await_confirmation call_restart",
      "approval_requested call_restart",
      "run_paused await_queue",
      "approval_decided",
      "tool_authorization call_restart",
      "tool_call_scheduled call_restart",
      "tool_call_started call_restart",
      "tool_result_received call_restart",
      "run_resumed await_queue",
      "assistant_turn_committed",
      "assistant_message",
      "run_completed completed",
    ]);
    expect(events.find(({ type }) => type === "tool_authorization")).toMatchObject({
      approved: true,
      approvedBy: "ana",
      summary: "Restart web-1?",
    });
  });

  check("a confirmation may speak of an argument that was left out", async (start) => {
    const stop = defineTool({
      name: "stop",
      description: "Stop a device",
      input: z.object({ device_id: z.string(), reason: z.string().optional() }),
      confirmation: { promptTemplate: "Stop {{ .device_id }}{{ if .reason }} ({{ .reason }}){{ end }}?" },
      execute: () => "stopped",
    });
    const run = await start([call("stop", { device_id: "web-1" }), final("done")], {
      agent: { toolsets: [toolset("ops", [stop])] },
    });
    expect((await approvalsOf(run))[0]?.prompt).toBe("Stop web-1?");
  });

  check("a confirmation that is denied is an answer, not an error", async (start) => {
    const run = await start([call("restart", { device_id: "web-1" }), final("done")]);
    const [pending] = await approvalsOf(run);
    await run.runtime.provideConfirmation({
      runId: run.id,
      id: pending?.id ?? "",
      approved: false,
      requestedBy: "ana",
    });
    const { types, asked } = await ended(run);
    expect(types).not.toContain("tool_call_started call_restart");
    expect(asked[1]?.messages.at(-1)).toEqual({
      role: "tool",
      results: [{ id: "call_restart", name: "restart", content: '{"restarted":false}' }],
    });
  });

  check("in a mixed batch the unconfirmed tools run first, completely, before anybody is asked", async (start) => {
    const mixed = {
      toolCalls: [
        { id: "c1", name: "restart", args: { device_id: "w" } },
        { id: "c2", name: "add", args: { a: 1, b: 1 } },
      ],
    };
    const run = await start([mixed, final("done")]);
    const [pending] = await approvalsOf(run);
    await run.runtime.provideConfirmation({ runId: run.id, id: pending?.id ?? "", approved: true, requestedBy: "ana" });
    const { types, asked } = await ended(run);
    expect(types.indexOf("tool_result_received c2")).toBeLessThan(types.indexOf("await_confirmation c1"));
    const answers = asked[1]?.messages.at(-1);
    expect(answers?.role === "tool" && answers.results.map(({ id }) => id)).toEqual(["c1", "c2"]);
  });

  check("a planner asks for clarification and is resumed with the answer as the last user message", async (start) => {
    const run = await start([
      { await: { items: [{ kind: "clarification", id: "q1", question: "Which one?" }] } },
      final("thanks"),
    ]);
    await reached(run, "run_paused");
    await run.runtime.provideClarification({ runId: run.id, id: "q1", answer: "web-1" });
    const { types, asked } = await ended(run);
    expect(types.slice(5, 9)).toEqual([
      "await_clarification",
      "run_paused await_queue",
      "clarification_provided",
      "run_resumed await_queue",
    ]);
    expect(asked[1]?.messages.at(-1)).toEqual({ role: "user", content: "web-1" });
  });

  check("external tools are scheduled, awaited, and answered by whoever runs them", async (start) => {
    const run = await start([
      {
        await: {
          items: [{ kind: "external_tools", id: "x", items: [{ name: "scan", toolCallId: "e1", payload: { n: 1 } }] }],
        },
      },
      final("done"),
    ]);
    await reached(run, "run_paused");
    const outcome = { type: "success", content: "scanned" } as const;
    await expect(run.runtime.provideToolResults({ runId: run.id, id: "x", results: [] })).rejects.toThrow("exactly e1");
    await run.runtime.provideToolResults({ runId: run.id, id: "x", results: [{ callId: "e1", outcome }] });
    const { types } = await ended(run);
    expect(types.slice(5, 11)).toEqual([
      "await_external_tools",
      "tool_call_scheduled e1",
      "run_paused await_queue",
      "tool_results_provided",
      "tool_result_received e1",
      "run_resumed await_queue",
    ]);
  });

  check("an id that a model repeats, in one turn or the next, still names one call", async (start) => {
    const twice = {
      toolCalls: [
        { id: "c", name: "add", args: { a: 1, b: 1 } },
        { id: "c", name: "add", args: { a: 2, b: 2 } },
      ],
    };
    const { asked } = await ended(await start([twice, call("add", { a: 3, b: 3 }, "c"), final("done")]));
    const answers = asked.at(-1)?.messages.flatMap((message) => (message.role === "tool" ? message.results : []));
    expect(answers?.map(({ id, content }) => [id, content])).toEqual([
      ["c", "2"],
      ["c#2", "4"],
      ["c#3", "6"],
    ]);
  });

  check("an unknown tool is answered as unavailable, with the one that was meant", async (start) => {
    const { asked } = await ended(await start([call("ad", { a: 1 }), final("done")]));
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain(
      'tool_unavailable: there is no tool named \\"ad\\". Did you mean \\"add\\"?',
    );
  });

  check("the tool cap: a batch over it is refused whole, and the run is finalized", async (start) => {
    const two = {
      toolCalls: [
        { id: "c1", name: "add", args: { a: 1, b: 2 } },
        { id: "c2", name: "add", args: { a: 3, b: 4 } },
      ],
    };
    const run = await start([two, final("from what I have")], { agent: { runPolicy: { maxToolCalls: 1 } } });
    const { types, output, asked } = await ended(run);
    expect(output).toMatchObject({ status: "completed", message: "from what I have" });
    expect(types.slice(-8)).toEqual([
      "tool_result_received c2",
      "run_phase_changed synthesizing",
      "run_paused finalize",
      "run_resumed finalize",
      "finalization_started",
      "assistant_turn_committed",
      "assistant_message",
      "run_completed completed",
    ]);
    expect(asked[1]).toMatchObject({ tools: [], finalize: { reason: "tool_cap" } });
  });

  check("consecutive failures end in finalization, one decision point at a time", async (start) => {
    const run = await start([call("fails", {}, "f1"), call("fails", {}, "f2"), final("gave up")], {
      agent: { runPolicy: { maxConsecutiveFailedToolCalls: 2 } },
    });
    const { output, asked } = await ended(run);
    expect(output.message).toBe("gave up");
    expect(asked[2]?.finalize?.reason).toBe("failure_cap");
  });

  check("a finalizer that gives no answer fails the run", async (start) => {
    const run = await start(
      [call("add", { a: 1, b: 1 }), call("add", { a: 1, b: 1 }, "again"), call("add", { a: 1, b: 1 }, "more")],
      {
        agent: { runPolicy: { maxToolCalls: 1 } },
      },
    );
    expect((await ended(run)).output).toMatchObject({ status: "failed", error: { kind: "tool_cap" } });
  });

  check("a terminal tool ends the run", async (start) => {
    const { output, asked } = await ended(await start([call("finish")]));
    expect(output).toMatchObject({ status: "completed", message: "" });
    expect(asked).toHaveLength(1);
  });

  check("a planner that returns nothing, or both, fails the run and says so", async (start) => {
    expect((await ended(await start([{}]))).output.error?.message).toContain("neither tool calls");
    for (const malformed of [null, "text", { toolCalls: {} }, { toolCalls: [{ id: "c" }] }, { finalResponse: "x" }]) {
      const { output } = await ended(await start([() => malformed as never]));
      expect(output).toMatchObject({ status: "failed", error: { kind: "invalid_plan" } });
    }
    const both = { ...final("x"), ...call("add", { a: 1, b: 1 }) };
    expect((await ended(await start([both]))).output.error?.message).toContain("return one of them");
  });

  check("cancel ends the run once, whatever it is doing", async (start) => {
    const run = await start([() => new Promise<never>(() => {})]);
    await reached(run, "run_phase_changed");
    await run.handle.cancel("enough", "ana");
    const { output, types } = await ended(run);
    expect(output.status).toBe("canceled");
    expect(types.filter((type) => type.startsWith("run_completed"))).toHaveLength(1);
    await expect(run.handle.cancel()).rejects.toThrow("it has ended (canceled)");
  });

  check("pause is refused where it is not allowed, and honoured between turns where it is", async (start) => {
    const never = await start([call("restart", { device_id: "w" }), final("x")]);
    await approvalsOf(never);
    await expect(never.runtime.pause(never.id)).rejects.toThrow("does not allow its runs to be paused");

    const gate = Promise.withResolvers<void>();
    const slow = async () => {
      await gate.promise;
      return call("add", { a: 1, b: 1 });
    };
    const run = await start([slow, final("done")], { agent: { runPolicy: { interruptsAllowed: true } } });
    await run.runtime.pause(run.id, { requestedBy: "ana" });
    gate.resolve();
    await reached(run, "run_paused");
    await run.runtime.resume(run.id, { messages: user("hurry") });
    const { asked, types } = await ended(run);
    expect(types).toContain("run_paused requested");
    expect(asked[1]?.messages.at(-1)).toEqual({ role: "user", content: "hurry" });
  });

  check("an agent as a tool: a linked child run, its approval surfacing at the root", async (start) => {
    const analyst = defineAgent({
      id: "analyst",
      planner: scriptedPlanner(call("restart", { device_id: "db-1" }, "inner"), final("all is well")),
      toolsets: [tools],
    });
    const ask = defineTool({
      name: "ask_analyst",
      description: "Ask",
      input: z.object({ question: z.string() }),
      execute: () => null,
    });
    const run = await start([call("ask_analyst", { question: "how is db-1?" }), final("done")], {
      agent: { toolsets: [agentToolset("analysts", { agent: "analyst", tools: [ask] })] },
      others: [analyst],
    });
    const [pending] = await approvalsOf(run);
    expect(pending).toMatchObject({ tool: "restart", runId: `${run.id}/call_ask_analyst` });
    await run.runtime.provideConfirmation({ runId: run.id, id: pending?.id ?? "", approved: true, requestedBy: "ana" });
    const { types, asked } = await ended(run);
    expect(types.slice(5, 9)).toEqual([
      "tool_call_scheduled call_ask_analyst",
      "child_run_linked call_ask_analyst",
      "tool_call_updated call_ask_analyst",
      "tool_result_received call_ask_analyst",
    ]);
    expect(asked[1]?.messages.at(-1)).toMatchObject({ results: [{ content: "all is well" }] });
  });

  check("an approval is refused when forged, replayed, by nobody, for another run, or after the end", async (start) => {
    const run = await start([call("restart", { device_id: "web-1" }), final("done")]);
    const other = await start([call("restart", { device_id: "web-2" }, "other_call"), final("done")]);
    const [pending] = await approvalsOf(run);
    await approvalsOf(other);
    const answer = { runId: run.id, id: pending?.id ?? "", approved: true, requestedBy: "ana" };
    const { runtime } = run;
    await expect(runtime.provideConfirmation({ ...answer, id: "forged" })).rejects.toThrow(
      "waits for nothing with the id forged",
    );
    await expect(runtime.provideConfirmation({ ...answer, requestedBy: " " })).rejects.toThrow("pass requestedBy");
    await expect(other.runtime.provideConfirmation({ ...answer, runId: other.id })).rejects.toThrow(
      "waits for nothing",
    );
    await expect(runtime.provideConfirmation({ ...answer, approved: "yes" as never })).rejects.toThrow("true or false");
    await runtime.provideConfirmation(answer);
    await ended(run);
    await expect(runtime.provideConfirmation(answer)).rejects.toThrow("it has ended (completed)");
  });

  check("missing fields: finalize, ask a person, or hand the failure to the planner", async (start) => {
    const lacking = call("add", { a: 1 });
    const asks = await start([lacking, final("done")], {
      agent: { runPolicy: { interruptsAllowed: true, onMissingFields: "await_clarification" } },
    });
    const question = await reached(asks, "await_clarification");
    expect(question).toMatchObject({ missingFields: ["b"], restrictToTool: "add" });
    if (question.type !== "await_clarification") throw new Error();
    await asks.runtime.provideClarification({ runId: asks.id, id: question.awaitId, answer: "b is 2" });
    expect((await ended(asks)).asked[1]?.messages.at(-1)).toEqual({ role: "user", content: "b is 2" });

    const finalizes = await ended(
      await start([lacking, final("done")], { agent: { runPolicy: { onMissingFields: "finalize" } } }),
    );
    expect(finalizes.asked[1]?.finalize?.reason).toBe("failure_cap");
    const resumes = await ended(
      await start([lacking, final("done")], { agent: { runPolicy: { onMissingFields: "resume" } } }),
    );
    expect(resumes.asked[1]?.finalize).toBeUndefined();
  });

  check("a policy hides tools from the planner and refuses them when it calls them anyway", async (start) => {
    const run = await start([call("add", { a: 1, b: 1 }), final("done")], {
      runtime: { policy: { allow: null, deny: ["tag:math"], params: {} } },
    });
    const { asked, events } = await ended(run);
    expect(asked[0]?.tools.map(({ name }) => name)).not.toContain("add");
    expect(events.find(({ type }) => type === "policy_decision")).toMatchObject({
      allowed: [],
      denied: [{ tool: "add" }],
    });
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("Permission denied");
  });
}
