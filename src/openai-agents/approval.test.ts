import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Agent as SdkAgent, tool as sdkTool, shellTool, webSearchTool } from "@openai/agents";
import { expect, test } from "vitest";
import { z } from "zod";
import type { OpenAIEndpoint } from "../testing/openai-endpoint/create-openai-endpoint.ts";
import { defineTool } from "../tool/define-tool.ts";
import { Agent } from "./agent.ts";
import { scriptedEndpoint } from "./testing/scripted-run.ts";
import { toOpenAIAgentsTool } from "./to-openai-agents-tool.ts";

function restarts() {
  const devices: string[] = [];
  const tool = defineTool({
    name: "ops.restart",
    description: "Restart a device",
    input: z.object({ device: z.string() }),
    confirmation: {},
    execute: ({ device }) => {
      devices.push(device);
      return `restarted ${device}`;
    },
  });
  return { tool, devices };
}

const restart = { toolCalls: [{ name: "ops.restart", args: { device: "web-1" } }] };

test("a tool with a confirmation waits for the SDK's approval, and the run goes on from its state", async () => {
  await using endpoint = await scriptedEndpoint(restart, "done");
  const { tool, devices } = restarts();
  const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const context = await agent.run("restart web-1", { who: "Ann" });
  const { state, interruptions } = context.result;
  expect(interruptions.map(({ name, arguments: args }) => [name, args])).toEqual([
    ["ops_restart", '{"device":"web-1"}'],
  ]);
  expect([devices, context.history]).toEqual([[], []]);

  for (const waiting of interruptions) state.approve(waiting);
  expect(await agent.run(state)).toBe(context);
  expect(devices).toEqual(["web-1"]);
  expect(context).toMatchObject({
    result: { finalOutput: "done" },
    history: [{ text: "restart web-1" }, { text: "done" }],
  });
  expect(endpoint.requests[1]?.toolOutputs).toEqual([{ callId: "call_1", output: "restarted web-1" }]);
});

test("a call that a person declines does not run, and the model is told", async () => {
  await using endpoint = await scriptedEndpoint(restart, "understood");
  const { tool, devices } = restarts();
  const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const { state, interruptions } = (await agent.run("restart web-1")).result;
  for (const waiting of interruptions) state.reject(waiting, { message: "not on a Friday" });
  expect((await agent.run(state)).result.finalOutput).toBe("understood");
  expect(devices).toEqual([]);
  expect(endpoint.requests[1]?.toolOutputs[0]?.output).toBe("not on a Friday");
});

test("a state that nobody decided about goes on waiting", async () => {
  await using endpoint = await scriptedEndpoint(restart);
  const { tool, devices } = restarts();
  const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const context = await agent.run("restart web-1");
  await agent.run(context.result.state);
  expect(context.result.interruptions).toHaveLength(1);
  expect(devices).toEqual([]);
});

test("a confirm rule makes any function wait: ours, a plain one, and one of the SDK", async () => {
  const ran: string[] = [];
  const own = defineTool({ name: "own", description: "Own", input: z.object({}), execute: () => ran.push("own") });
  const plain = () => ran.push("plain");
  const parameters = z.object({});
  const theirs = sdkTool({ name: "theirs", description: "Theirs", parameters, execute: () => ran.push("theirs") });
  const names = ["own", "plain", "theirs"];
  await using endpoint = await scriptedEndpoint({ toolCalls: names.map((name) => ({ name, args: {} })) }, "done");
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [own, plain, theirs] });
  const context = await agent.run("all", { toolRules: { confirm: "*" } });
  const { state, interruptions } = context.result;
  expect(interruptions.map(({ name }) => name)).toEqual(names);
  expect(ran).toEqual([]);
  for (const waiting of interruptions) state.approve(waiting);
  await agent.run(state);
  expect(ran.sort()).toEqual(names);
});

test("a confirm rule may look at the arguments", async () => {
  const remove = defineTool({
    name: "remove",
    description: "Remove",
    input: z.object({ path: z.string() }),
    execute: () => "gone",
  });
  const toolCalls = ["/tmp/a", "/etc/b"].map((path) => ({ name: "remove", args: { path } }));
  await using endpoint = await scriptedEndpoint({ toolCalls });
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools: [remove] });
  const confirm = [{ tool: "remove", args: ({ path }: Record<string, unknown>) => String(path).startsWith("/etc") }];
  const context = await agent.run("clean up", { toolRules: { confirm } });
  expect(context.result.interruptions.map(({ arguments: args }) => args)).toEqual(['{"path":"/etc/b"}']);
});

test("a confirm rule asks about the shell of this machine, and hides what the provider runs", async () => {
  const commands: string[][] = [];
  const shell = shellTool({
    shell: {
      async run(action) {
        commands.push(action.commands);
        return { output: [] };
      },
    },
  });
  const call = { type: "shell_call", id: "sh_1", call_id: "c1", status: "completed", action: { commands: ["ls"] } };
  await using endpoint = await scriptedEndpoint({ items: [call] }, "listed");
  const tools = [shell, webSearchTool()];
  const agent = new Agent({ name: "a", instructions: "Help.", model: endpoint.model, tools });
  const context = await agent.run("list", { toolRules: { confirm: ["shell", "web_search"] } });
  expect(endpoint.requests[0]?.toolNames).toEqual(["shell"]);
  const { state, interruptions } = context.result;
  expect([interruptions.length, commands]).toEqual([1, []]);
  for (const waiting of interruptions) state.approve(waiting);
  await agent.run(state);
  expect(commands).toEqual([["ls"]]);
});

test("nobody is asked about a call that a rule forbids", async () => {
  await using endpoint = await scriptedEndpoint(restart);
  const { tool } = restarts();
  const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const params = { "ops.restart": { device: { enum: ["web-2"] } } };
  await expect(agent.run("restart web-1", { toolRules: { params } })).rejects.toMatchObject({ code: "E12" });
});

test("an approval inside an agent that is a tool surfaces outside, live and saved", async () => {
  for (const isSaved of [false, true]) {
    const { tool, devices } = restarts();
    await using endpoint = await scriptedEndpoint(
      { toolCalls: [{ name: "ask_operator", args: { input: "restart web-1" } }] },
      restart,
      "restarted",
      "done",
    );
    const operator = new SdkAgent({ name: "operator", model: endpoint.model, tools: [toOpenAIAgentsTool(tool)] });
    const asTool = operator.asTool({ toolName: "ask_operator", toolDescription: "Ask the operator" });
    const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [asTool] });
    const { state: live } = (await agent.run("restart web-1")).result;
    const state = isSaved ? await agent.restore(live.toString()) : live;
    expect(state.getInterruptions().map(({ name }) => name)).toEqual(["ops_restart"]);
    for (const waiting of state.getInterruptions()) state.approve(waiting);
    expect((await agent.run(state)).result.finalOutput).toBe("done");
    expect(devices).toEqual(["web-1"]);
  }
});

test("a rule made while a call waited is kept when it is approved", async () => {
  await using endpoint = await scriptedEndpoint(restart);
  const { tool, devices } = restarts();
  const agent = new Agent({ name: "desk", instructions: "Help.", model: endpoint.model, tools: [tool] });
  const context = await agent.run("restart web-1");
  const { state, interruptions } = context.result;
  for (const waiting of interruptions) state.approve(waiting);
  Object.assign(context, { toolRules: { params: { "ops.restart": { device: { enum: ["web-2"] } } } } });
  await expect(agent.run(state)).rejects.toMatchObject({ code: "E12" });
  expect(devices).toEqual([]);
});

test("a saved run is approved and finished in another process", async () => {
  await using endpoint = await scriptedEndpoint(restart, "done");
  const { saved } = await inAnotherProcess(endpoint, { question: "restart web-1" });
  const { saved: second, ...finished } = await inAnotherProcess(endpoint, { saved });
  expect(second).toBeUndefined();
  expect(finished).toEqual({
    pid: expect.any(Number),
    restarted: ["web-1"],
    context: {
      who: "Ann",
      toolRules: { allow: null, deny: ["other"], params: {} },
      result: { finalOutput: "done", lastAgent: "desk", interruptions: [] },
      history: [
        { role: "user", text: "restart web-1" },
        { role: "assistant", text: "done" },
      ],
    },
  });
  expect(endpoint.requests[1]?.toolOutputs).toEqual([{ callId: "call_1", output: "restarted web-1" }]);
});

test("a restored run takes the context it is given, and no other later", async () => {
  await using endpoint = await scriptedEndpoint(restart, "done");
  const { tool } = restarts();
  const agent = new Agent({ name: "desk", instructions: "For {{ $ctx.who }}.", model: endpoint.model, tools: [tool] });
  const saved = (await agent.run("restart web-1", { who: "Ann" })).result.state.toString();
  const mine = { who: "Bob" };
  const state = await agent.restore(saved, mine);
  for (const waiting of state.getInterruptions()) state.approve(waiting);
  await expect(agent.run(state, {})).rejects.toMatchObject({ code: "context_mismatch" });
  expect(await agent.run(state, mine)).toBe(mine);
  expect(endpoint.requests[1]?.instructions).toBe("For Bob.");
});

test("a text that is no saved run is told so", async () => {
  const agent = new Agent({ name: "desk", instructions: "Help.", model: "unused" });
  for (const text of ["", "{}", "null", '{"$schemaVersion":"99"}']) {
    await expect(agent.restore(text)).rejects.toMatchObject({ code: "invalid_run_state" });
  }
});

interface ProcessReport {
  readonly pid: number;
  readonly saved?: string;
  readonly restarted: readonly string[];
  readonly context?: unknown;
}

async function inAnotherProcess({ env }: OpenAIEndpoint, task: object): Promise<ProcessReport> {
  const script = fileURLToPath(new URL("testing/restart-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    output += piece;
  });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return JSON.parse(output);
}
