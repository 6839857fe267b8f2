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
