/** What planners, tools and callers, all of them somebody's code, do with the objects they give and are given. */
import { expect } from "vitest";
import { defineTool } from "../../src/tool/define-tool.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { type Check, ended, reached } from "./harness.ts";
import { call, final } from "./scripted-planner.ts";

const greedy = defineTool({
  name: "greedy",
  description: "Changes what it is given",
  effect: "read",
  input: { type: "object", additionalProperties: true },
  execute: (input) => {
    (input as { list: number[] }).list.push(2);
    Object.assign(input as object, { more: true });
    return "done";
  },
});

export function strangerCases(check: Check): void {
  check("what a planner says beyond what it is asked for is not taken for the place of an event", async (start) => {
    const more = { type: "x", id: "resp_1", v: 2, at: "now", runId: "x", agentId: "x", sessionId: "x", turnId: "x" };
    const run = await start([
      { await: { items: [{ ...more, id: "q", kind: "clarification", question: "Which?" }] } },
      {
        ...final("done"),
        usage: [{ ...more, model: "m", inputTokens: 1, outputTokens: 2 }],
        notes: [{ ...more, text: "noted" }],
      },
    ]);
    await reached(run, "run_paused");
    await run.runtime.provideClarification({ runId: run.id, id: "q", answer: "that one" });
    const { events, output } = await ended(run);
    expect(output).toMatchObject({ status: "completed", notes: ["noted"], usage: { outputTokens: 2 } });
    expect(new Set(events.map(({ runId, sessionId }) => `${runId} ${sessionId}`))).toEqual(new Set([`${run.id} s1`]));
  });

  check("what a planner claims to have been served is not logged", async (start) => {
    const claim = { type: "run_completed", status: "failed" } as const;
    const { events, output } = await ended(await start([{ ...final("done"), served: [claim as never] }]));
    expect(output).toMatchObject({ status: "completed", message: "done" });
    expect(events.filter(({ type }) => type === "run_completed")).toHaveLength(1);
  });

  check("calls that somebody outside runs are told apart, whatever ids their planner gives them", async (start) => {
    const outside = (...ids: string[]) => ({
      id: "w",
      kind: "external_tools" as const,
      items: ids.map((toolCallId) => ({ name: "scan", toolCallId, payload: {} })),
    });
    const run = await start([
      { ...call("add", { a: 1, b: 2 }, "x"), await: { items: [outside("x", "x"), outside("x")] } },
      { await: { items: [outside("x")] } },
      final("done"),
    ]);
    const answer = (callId: string) => ({ type: "success", content: `for ${callId}` }) as const;
    for await (const event of run.handle.events()) {
      if (event.type !== "await_external_tools") continue;
      const results = event.items.map(({ callId }) => ({ callId, outcome: answer(callId) }));
      await run.runtime.provideToolResults({ runId: run.id, id: event.awaitId, results });
    }
    const output = await run.handle.result();
    expect(output).toMatchObject({ status: "completed", message: "done" });
    expect(output.toolEvents.map(({ callId, outcome }) => [callId, "content" in outcome && outcome.content])).toEqual([
      ["x", "3"],
      ...["x#2", "x#3", "x#4", "x#5"].map((callId) => [callId, `for ${callId}`]),
    ]);
  });

  check("a tool that changes its input changes neither what was said nor what was logged", async (start) => {
    const args = { list: [1] };
    const run = await start([call("greedy", args), final("done")], { agent: { toolsets: [toolset("g", [greedy])] } });
    const { events, asked } = await ended(run);
    const said = { list: [1] };
    expect(args).toEqual(said);
    expect(asked[1]?.messages[1]).toMatchObject({ content: [{ args: said }] });
    expect(events.find(({ type }) => type === "tool_call_scheduled")).toHaveProperty("args", said);
  });

  check("a planner that adds to the messages it is given adds nothing to the run", async (start) => {
    const run = await start([
      (input) => {
        (input.messages as object[]).push({ role: "user", content: "by the way" });
        return call("add", { a: 1, b: 2 });
      },
      final("done"),
    ]);
    const { asked } = await ended(run);
    expect(asked[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });

  check("a result is the same whether its run was driven here or is read later", async (start) => {
    const value = { when: new Date(0), none: undefined, list: [1] };
    const run = await start([{ finalResponse: { text: "done", value: value as never } }]);
    const first = await run.handle.result();
    value.list.push(2);
    expect(first.value).toStrictEqual({ when: "1970-01-01T00:00:00.000Z", list: [1] });
    expect(await run.handle.result()).toStrictEqual(first);
  });
}
