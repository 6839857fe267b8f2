import { expect, test } from "vitest";
import { setTracingDisabled } from "@openai/agents";
import { z } from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { Agent, RUBRIC, setTraceProcessors } from "./index.ts";
import { RecordingProcessor, scriptedEndpoint } from "./testing/scripted-run.ts";
setTracingDisabled(false);
const search = defineTool({ name: "docs.search", description: "d", input: z.object({ query: z.string(), limit: z.number().optional() }), strict: true, execute: ({ query, limit }) => ({ query, limit: limit ?? 5 }) });
const danger = defineTool({ name: "danger", description: "d", input: z.object({ id: z.string() }), confirmation: {}, execute: ({ id }) => `gone ${id}` });

test("smoke", async () => {
  const p = new RecordingProcessor(); setTraceProcessors([p]);
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "docs.search", args: { query: "x", limit: null } }] }, { output: { score: 1, comments: ["ok"] } });
  const agent = new Agent({ name: "a", instructions: "Hi {{ $ctx.who }} {{ x }}", model: endpoint.model, tools: [search], outputType: RUBRIC, outputDest: "out" });
  const context = { who: "Ann" };
  const done = await agent.run("q", context);
  expect(done).toBe(context);
  console.log(JSON.stringify(done), endpoint.requests[0]!.instructions, endpoint.requests[1]!.toolOutputs, endpoint.requests[0]!.body.tools);
  console.log(p.started.map((t) => t.toJSON()), p.ended.length, p.spans.map((s) => JSON.stringify(s.toJSON())));
});
test("deny", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "docs.search", args: { query: "x", limit: null } }] }, "never");
  const agent = new Agent({ name: "a", instructions: "Hi", model: endpoint.model, tools: [search] });
  const e = await agent.run("q", { toolRules: { deny: ["docs.search"] } }).catch((e) => e);
  console.log(e, endpoint.requests[0]!.toolNames);
});
test("params", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "docs.search", args: { query: "xyz", limit: null } }] }, "never");
  const agent = new Agent({ name: "a", instructions: "Hi", model: endpoint.model, tools: [search] });
  const e = await agent.run("q", { toolRules: { params: { "docs.search": { query: { maxLength: 2 } } } } }).catch((e) => e);
  console.log(e, endpoint.requests[0]!.toolNames);
});
test("E10", async () => {
  for (const args of ["{oops", "[]"]) {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "docs.search", args }] }, "never");
  const agent = new Agent({ name: "a", instructions: "Hi", model: endpoint.model, tools: [search] });
  const e = await agent.run("q").catch((e) => e);
  console.log(e.message ?? e);
  }
});
test("approval", async () => {
  await using endpoint = await scriptedEndpoint({ toolCalls: [{ name: "danger", args: { id: "1" } }] }, "done");
  const agent = new Agent({ name: "a", instructions: "Hi", model: endpoint.model, tools: [danger] });
  const c = await agent.run("q", { who: 1 });
  console.log(c.result.interruptions.map((i) => [i.name, i.arguments]), c.history);
  const saved = c.result.state.toString();
  const again = new Agent({ name: "a", instructions: "Hi", model: endpoint.model, tools: [danger] });
  const state = await again.restore(saved);
  for (const i of state.getInterruptions()) state.approve(i);
  const d = await again.run(state);
  console.log(JSON.stringify(d), endpoint.requests[1]!.toolOutputs);
});
test("stream", async () => {
  await using endpoint = await scriptedEndpoint("hello there people of the world");
  const agent = new Agent({ name: "a", instructions: "Hi", model: endpoint.model });
  const c = {};
  const s = await agent.runStream("q", c);
  let t = ""; for await (const x of s.text()) t += x;
  console.log(t, JSON.stringify(c));
});
