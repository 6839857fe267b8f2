/** Agents as tools: what passes down to the run that answers, what comes back up, and how both end together. */
import { expect } from "vitest";
import { z } from "zod";
import type { JsonValue } from "../../src/json/json.ts";
import { agentToolset } from "../../src/runtime/agent-toolset.ts";
import { defineAgent } from "../../src/runtime/define-agent.ts";
import { createTestClock } from "../../src/testing/test-clock.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { textResult } from "../../src/tool/result.ts";
import { toolset } from "../../src/tool/toolset.ts";
import { approvalsOf, type Check, ended, reached, tools } from "./harness.ts";
import { call, final, scriptedPlanner } from "./scripted-planner.ts";

const ask = defineTool({
  name: "ask",
  description: "Ask",
  input: z.object({ question: z.string(), about: z.string().optional() }),
  execute: () => null,
});
const chart = defineTool({
  name: "chart",
  description: "Draw",
  effect: "read",
  input: z.object({}),
  serverData: [{ kind: "chart", audience: "timeline" }],
  execute: () => textResult('{"n":1}', { serverData: [{ kind: "chart", data: [1] }] }),
});
const never = defineTool({
  name: "never",
  description: "Wait for ever",
  effect: "read",
  input: z.object({}),
  execute: () => new Promise<never>(() => {}),
});
const childTools = toolset("child", [chart, never, ...tools.pick("add", "fails")]);

export function nestingCases(check: Check): void {
  const child = (...script: Parameters<typeof scriptedPlanner>) => {
    const planner = scriptedPlanner(...script);
    return { planner, agent: defineAgent({ id: "analyst", planner, toolsets: [childTools] }) };
  };
  const parent = (options: Partial<Parameters<typeof agentToolset>[1]> = {}) => ({
    toolsets: [agentToolset("analysts", { agent: "analyst", tools: [ask], ...options })],
  });
  const asking = [call("ask", { question: "how?", about: "db" }), final("done")];

  check("the agent is told in the words of a template, or in JSON, after its system prompt", async (start) => {
    const told = async (options: Parameters<typeof parent>[0]) => {
      const { planner, agent } = child(final("well"));
      await ended(await start(asking, { agent: parent(options), others: [agent] }));
      return planner.asked[0]?.messages;
    };
    expect(await told({ prompts: { ask: "About {{ .about }}: {{ .question }}" }, systemPrompt: "Be terse." })).toEqual([
      { role: "system", content: "Be terse." },
      { role: "user", content: "About db: how?" },
    ]);
    const bare = call("ask", { question: "how?" });
    const { planner, agent } = child(final("well"));
    const prompts = { ask: "{{ with .about }}About {{ . }}: {{ end }}{{ .question }}" };
    await ended(await start([bare, final("done")], { agent: parent({ prompts }), others: [agent] }));
    expect(planner.asked[0]?.messages).toEqual([{ role: "user", content: "how?" }]);
    expect(await told({})).toEqual([{ role: "user", content: '{"question":"how?","about":"db"}' }]);
  });

  check("what the user of a nested run sees surfaces with the answer", async (start) => {
    const { agent } = child(call("chart"), final("drawn"));
    const { events } = await ended(await start(asking, { agent: parent(), others: [agent] }));
    expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { content: "drawn", serverData: [{ kind: "chart", audience: "timeline", data: [1] }] },
    });
    expect(events.filter(({ type }) => type === "tool_call_updated")).toMatchObject([{ expectedChildren: 1 }]);
  });

  check("the time a nested run waits for a person is not its parent's", async (start) => {
    const clock = createTestClock(1_000);
    const planner = scriptedPlanner(call("restart", { device_id: "db-1" }, "inner"), final("restarted"));
    const agent = defineAgent({ id: "analyst", planner, toolsets: [tools] });
    const run = await start(asking, {
      agent: { ...parent(), runPolicy: { timeBudget: "1m" } },
      others: [agent],
      runtime: { clock },
    });
    const [pending] = await approvalsOf(run);
    const paused = reached(run, "run_paused");
    const time = setInterval(() => void clock.advance(20_000), 5);
    expect(await paused).toMatchObject({ reason: "await_child" });
    clearInterval(time);
    await clock.advance(3_600_000);
    await run.runtime.provideConfirmation({ runId: run.id, id: pending?.id ?? "", approved: true, requestedBy: "ana" });
    const { output, asked, types } = await ended(run);
    expect(output.message).toBe("done");
    expect(asked[1]?.finalize).toBeUndefined();
    expect(types).toContain("run_resumed await_child");
  });

  check("jsonOnly: the structured value, the one result, or all under a key", async (start) => {
    const content = async (script: Parameters<typeof child>, aggregate?: string) => {
      const { agent } = child(...script);
      const options = { jsonOnly: true, ...(aggregate === undefined ? {} : { aggregate }) };
      const { asked } = await ended(await start(asking, { agent: parent(options), others: [agent] }));
      const answer = asked[1]?.messages.find(({ role }) => role === "tool");
      return answer?.role === "tool" ? answer.results[0] : undefined;
    };
    const one = call("chart");
    const two = { toolCalls: [...(one.toolCalls ?? []), { id: "b", name: "add", args: { a: 1, b: 1 } }] };
    expect(await content([{ finalResponse: { text: "x", value: { ok: true } } }])).toMatchObject({
      content: '{"ok":true}',
    });
    expect(await content([one, final("words")])).toMatchObject({ content: '{"n":1}' });
    expect(await content([two, final("words")], "items")).toMatchObject({ content: '{"items":[{"n":1},2]}' });
    expect(await content([two, final("words")])).toMatchObject({ isError: true });
  });

  check("jsonOnly: the answer has to be what the tool promises, and is told of in a hint", async (start) => {
    const counted = defineTool({
      name: "ask",
      description: "Ask",
      input: z.object({ question: z.string(), about: z.string().optional() }),
      output: z.object({ count: z.number() }),
      hints: { result: "{{ .Count }} things about {{ .args.about }}" },
      execute: () => null as never,
    });
    const received = async (value: JsonValue) => {
      const { agent } = child({ finalResponse: { text: "x", value } });
      const run = await start(asking, { agent: parent({ tools: [counted], jsonOnly: true }), others: [agent] });
      return (await ended(run)).events.find(({ type }) => type === "tool_result_received");
    };
    expect(await received({ count: 2, more: true })).toMatchObject({
      outcome: { type: "success", content: '{"count":2,"more":true}', displayHint: "2 things about db" },
    });
    expect(await received({ count: "two" })).toMatchObject({
      outcome: {
        type: "failure",
        failure: { kind: "malformed_result", error: expect.stringContaining("result.count: expected number") },
      },
    });
  });

  check("a hint tells of an agent's answer in words, too", async (start) => {
    const hinted = defineTool({
      name: "ask",
      description: "Ask",
      input: z.object({ question: z.string(), about: z.string().optional() }),
      hints: { result: "The analyst says: {{ .result }}" },
      execute: () => null,
    });
    const { agent } = child(final("it is fine"));
    const { events } = await ended(await start(asking, { agent: parent({ tools: [hinted] }), others: [agent] }));
    expect(events.find(({ type }) => type === "tool_result_received")).toMatchObject({
      outcome: { displayHint: "The analyst says: it is fine" },
    });
  });

  check("passthrough: straight to a tool of the child, whose planner is not asked", async (start) => {
    const { planner, agent } = child(final("never said"));
    const forward = async (target: string, args: object) => {
      const schema = z.object({ a: z.number().optional(), b: z.number().optional() });
      const relay = defineTool({ name: "relay", description: "Relay", input: schema, execute: () => null });
      const options = { tools: [relay], passthrough: { relay: target } };
      const run = await start([call("relay", args), final("done")], { agent: parent(options), others: [agent] });
      return (await ended(run)).asked[1]?.messages.find(({ role }) => role === "tool");
    };
    expect(await forward("add", { a: 20, b: 22 })).toMatchObject({ results: [{ content: "42" }] });
    expect(await forward("fails", {})).toMatchObject({
      results: [{ isError: true, content: expect.stringContaining("no luck") }],
    });
    expect(planner.asked).toEqual([]);
  });

  check("a canceled run takes the runs below it along", async (start) => {
    const { agent } = child(call("never"));
    const run = await start(asking, { agent: parent(), others: [agent] });
    const below = run.runtime.handle(`${run.id}/call_ask`);
    await reached(run, "tool_call_updated");
    await run.handle.cancel("enough", "ana");
    expect((await ended(run)).output.status).toBe("canceled");
    expect(await below.result()).toMatchObject({ status: "canceled" });
  });

  check("a run that is out of time gives up its children, and answers", async (start) => {
    const { agent } = child(call("never"));
    const run = await start([asking[0] ?? {}, final("without the analyst")], {
      agent: { ...parent(), runPolicy: { timeBudget: "150ms" } },
      others: [agent],
    });
    expect((await ended(run)).output).toMatchObject({ status: "completed", message: "without the analyst" });
    expect(await run.runtime.handle(`${run.id}/call_ask`).result()).toMatchObject({ status: "canceled" });
  });

  check("agents do not call each other in circles, nor too deep", async (start) => {
    const toRoot = defineTool({ name: "to_root", description: "", input: z.object({}), execute: () => null });
    const planner = scriptedPlanner(call("to_root"), final("gave up"));
    const toolsets = [agentToolset("up", { agent: "desk.chat", tools: [toRoot] })];
    const analyst = defineAgent({ id: "analyst", planner, toolsets });
    await ended(await start(asking, { agent: parent(), others: [analyst] }));
    expect(JSON.stringify(planner.asked[1]?.messages)).toContain(
      "desk.chat → analyst → desk.chat would go in a circle",
    );
    expect(planner.asked[1]?.tools).toEqual([]);

    const { agent } = child(final("x"));
    const shallow = await start(asking, { agent: parent(), others: [agent], runtime: { maxAgentDepth: 0 } });
    expect(JSON.stringify((await ended(shallow)).asked[1]?.messages)).toContain(
      "as deep as agents may call each other",
    );
  });
}
