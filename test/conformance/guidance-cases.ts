/** What is put before a planner beside the conversation, what it may ask for, and what is answered from outside. */
import { expect } from "vitest";
import { z } from "zod";
import type { Planner } from "../../src/run/plan.ts";
import type { RunDelta } from "../../src/runtime/delta-hub.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { type Check, ended, label, reached } from "./harness.ts";
import { call, final } from "./scripted-planner.ts";

export function guidanceCases(check: Check): void {
  check("a planner adds and removes reminders, which are shown from its next turn on", async (start) => {
    const seen: string[] = [];
    const planner: Planner = {
      async planStart(input, services) {
        return this.planResume(input, services);
      },
      async planResume({ messages, run }, services) {
        seen.push(JSON.stringify(messages));
        if (run.turn === 1) services.addReminder({ id: "r", text: "be brief", tier: "guidance", minTurnsBetween: 1 });
        if (run.turn === 3) services.removeReminder("r");
        return run.turn < 5 ? call("add", { a: 1, b: run.turn }, `c${run.turn}`) : final("done");
      },
    };
    const { events } = await ended(await start([], { agent: { planner } }));
    expect(seen.map((text) => text.includes("be brief"))).toEqual([false, true, false, false, false]);
    const types = events.map(label);
    expect(types.indexOf("reminder_added")).toBe(types.indexOf("assistant_turn_committed") - 1);
    expect(types.filter((type) => type.startsWith("reminder"))).toEqual([
      "reminder_added",
      "reminders_shown",
      "reminder_removed",
    ]);
  });

  check("somebody outside adds a reminder to a run that waits", async (start) => {
    const run = await start([
      { await: { items: [{ kind: "clarification", id: "q", question: "Which?" }] } },
      final("thanks"),
    ]);
    await reached(run, "run_paused");
    await expect(run.runtime.addReminder(run.id, { id: "", text: "x", tier: "safety" })).rejects.toThrow("needs an id");
    await run.runtime.addReminder(run.id, { id: "safe", text: "never restart db-1", tier: "safety" });
    await run.runtime.provideClarification({ runId: run.id, id: "q", answer: "db-1" });
    const { asked } = await ended(run);
    expect(asked[1]?.messages.slice(-2)).toEqual([
      { role: "system", content: "<system-reminder>never restart db-1</system-reminder>" },
      { role: "user", content: "db-1" },
    ]);
  });

  check("a planner renders a prompt with the override that fits its run, and the log says which", async (start) => {
    let spoken = "";
    const planner: Planner = {
      async planStart(_, services) {
        spoken = await services.renderPrompt("greeting", { name: "Ada" });
        return final(spoken);
      },
      planResume: async () => final(""),
    };
    const run = await start([], {
      agent: { planner },
      start: { labels: { tenant: "acme" } },
      prepare: (runtime) => {
        runtime.prompts.register({ id: "greeting", role: "system", template: "Hello {{ .name }}" });
        void runtime.prompts.override({
          promptId: "greeting",
          scope: { labels: { tenant: "acme" } },
          template: "Welcome to Acme, {{ .name }}",
        });
      },
    });
    const { events } = await ended(run);
    expect(spoken).toBe("Welcome to Acme, Ada");
    expect(events.find(({ type }) => type === "prompt_rendered")).toMatchObject({
      promptId: "greeting",
      version: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      scope: { labels: { tenant: "acme" } },
    });
  });

  check("answers are held against their questions and become the result of the call", async (start) => {
    const questions = [
      { id: "size", prompt: "Which size?", options: ["s", "m"].map((id) => ({ id, label: id.toUpperCase() })) },
      { id: "why", prompt: "Why?" },
    ];
    const run = await start([
      { await: { items: [{ kind: "questions", id: "q", toolName: "ask", toolCallId: "a1", questions }] } },
      final("done"),
    ]);
    await reached(run, "run_paused");
    const answer = (answers: Record<string, string | string[]>) =>
      run.runtime.provideAnswers({ runId: run.id, id: "q", answers, requestedBy: "ana" });
    await expect(answer({ size: "xl", why: "x" })).rejects.toThrow('"xl" is no option of "size" (they are s, m)');
    await expect(answer({ size: ["s", "m"], why: "x" })).rejects.toThrow('"size" takes one answer');
    await expect(answer({ size: "s" })).rejects.toThrow('"why" has no answer');
    await expect(answer({ size: "s", why: "x", more: "y" })).rejects.toThrow('no question "more"');
    await answer({ size: "m", why: "it fits" });
    const { types, asked } = await ended(run);
    expect(types.slice(5, 11)).toEqual([
      "await_questions a1",
      "tool_call_scheduled a1",
      "run_paused await_queue",
      "tool_results_provided",
      "tool_result_received a1",
      "run_resumed await_queue",
    ]);
    expect(asked[1]?.messages.at(-1)).toMatchObject({
      results: [
        {
          content:
            '{"answers":[{"id":"size","prompt":"Which size?","answers":["M"]},{"id":"why","prompt":"Why?","answers":["it fits"]}]}',
        },
      ],
    });
  });

  check("an interceptor changes arguments before they are judged, and sees outcomes", async (start) => {
    const outcomes: unknown[] = [];
    const run = await start([call("add", { a: 1 }), final("done")], {
      runtime: {
        interceptors: [
          { beforeCall: ({ tool, args }) => (tool === "add" ? { ...args, b: 41 } : undefined) },
          { afterCall: ({ callId }, outcome) => void outcomes.push([callId, outcome]) },
          {
            afterCall: () => {
              throw new Error("not your business");
            },
          },
        ],
      },
    });
    const { events } = await ended(run);
    expect(events.find(({ type }) => type === "tool_call_scheduled")).toMatchObject({ args: { a: 1, b: 41 } });
    expect(outcomes).toEqual([["call_add", { type: "success", content: "42" }]]);
  });

  check("injected fields come from the runtime and from labels, and leave no trace in the log", async (start) => {
    const whoami = defineTool({
      name: "whoami",
      description: "Who",
      effect: "read",
      input: z.object({ token: z.string(), tenant: z.string(), run_id: z.string() }),
      inject: ["token", "tenant", "run_id"],
      execute: ({ token, tenant, run_id }) => `${token.length} ${tenant} ${run_id}`,
    });
    const run = await start([call("whoami"), final("done")], {
      agent: { toolsets: [toolset("who", [whoami])] },
      start: { labels: { tenant: "acme", run_id: "forged" } },
      runtime: { inject: (_, { tool }) => ({ token: `s3cret-${tool}` }) },
    });
    const { asked } = await ended(run);
    expect(asked[1]?.messages.at(-1)).toMatchObject({ results: [{ content: `13 acme ${run.id}` }] });
    expect(JSON.stringify(await run.runtime.runs.read(run.id))).not.toContain("s3cret");
  });

  check("deltas come between events, before the turn that commits them, and are not logged", async (start) => {
    const gate = Promise.withResolvers<void>();
    const planner: Planner = {
      async planStart(_, services) {
        await gate.promise;
        services.emit({ type: "assistant_text_delta", delta: "hel" });
        services.emit({ type: "assistant_text_delta", delta: "lo" });
        return final("hello");
      },
      planResume: async () => final(""),
    };
    const run = await start([], { agent: { planner } });
    const seen: string[] = [];
    const texts: RunDelta[] = [];
    for await (const event of run.handle.events({ deltas: true })) {
      if (!("id" in event)) texts.push(event);
      seen.push(event.type);
      gate.resolve();
    }
    expect(texts.map(({ delta }) => delta).join("")).toBe("hello");
    expect(seen.lastIndexOf("assistant_text_delta")).toBeLessThan(seen.indexOf("assistant_turn_committed"));
    expect(JSON.stringify(await run.runtime.runs.read(run.id))).not.toContain("delta");
  });

  check("a planner that takes too long fails the run", async (start) => {
    const run = await start([() => new Promise<never>(() => {})], {
      agent: { runPolicy: { timing: { plan: "20ms" } } },
    });
    expect((await ended(run)).output).toMatchObject({ status: "failed", error: { kind: "timeout" } });
  });

  check("a time budget that ends while the planner thinks ends in an answer", async (start) => {
    const run = await start(
      [({ finalize }) => (finalize === undefined ? new Promise<never>(() => {}) : final("out of time"))],
      { agent: { runPolicy: { timeBudget: "30ms" } } },
    );
    const { output, asked } = await ended(run);
    expect(output).toMatchObject({ status: "completed", message: "out of time" });
    expect(asked[1]?.finalize?.reason).toBe("time_budget");
  });

  check("an agent names its toolsets by the names they are registered under", async (start) => {
    const twice = defineTool({ name: "twice", description: "", input: z.object({}), execute: () => "2" });
    const run = await start([final("x")], {
      agent: { toolsets: ["doubles"] },
      prepare: (runtime) => runtime.registerToolset(toolset("doubles", [twice])),
    });
    expect((await ended(run)).asked[0]?.tools.map(({ name }) => name)).toEqual(["twice"]);
    await expect(start([final("x")], { agent: { toolsets: ["doublse"] } })).rejects.toThrow(
      'names the toolset "doublse"',
    );
  });
}
