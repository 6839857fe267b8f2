/** The order of checks of DESIGN §5, one test for each neighbouring pair, and every way a call can end. */
import { expect, test } from "vitest";
import { z } from "zod";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Rules } from "../policy/rules.ts";
import { createToolContext } from "../runtime/tool-context.ts";
import { createMemoryOutputStore } from "../store/memory-output-store.ts";
import { defineTool } from "../tool/define-tool.ts";
import { jsonResult, textResult } from "../tool/result.ts";
import { toolset } from "../tool/toolset.ts";
import type { Workspace } from "../tool/workspace.ts";
import { executeToolCall } from "./execute-tool-call.ts";

const ran: string[] = [];
const write = defineTool({
  name: "files.write",
  description: "Write a file",
  tags: ["write"],
  input: z.object({ path: z.string(), text: z.string().max(5) }),
  workspace: { access: "write", paths: ["path"] },
  confirmation: { title: "Write?" },
  execute: ({ path }) => {
    ran.push(path);
    return `wrote ${path}`;
  },
});
const echo = defineTool({
  name: "echo",
  description: "Echo",
  input: z.object({ n: z.number() }),
  execute: ({ n }) => n,
});
const fails = defineTool({
  name: "fails",
  description: "Fail",
  input: z.object({}),
  execute: () => {
    throw "a bare string";
  },
});
const tools = toolset("all", [write, echo, fails]);
const ctx = createToolContext();
const open: Rules = { allow: "*", deny: null, params: {} };

const workspaceOf = (writeScope: Workspace["writeScope"]): Workspace => ({
  root: "/ws",
  writeScope,
  resolve: async (path) => {
    if (path.startsWith("/ws/")) return path;
    throw new KigumiError({ code: "sandbox_violation", message: `${path} is outside the workspace` });
  },
});
const call = (name: string, args: unknown) => ({ id: "c1", name, arguments: JSON.stringify(args) });

test("a call that may run is completed, with the message for the model", async () => {
  expect(await executeToolCall(call("echo", { n: 1 }), { tools, ctx, policy: open })).toMatchObject({
    type: "completed",
    tool: { id: "echo" },
    result: jsonResult(1),
    message: { role: "tool", tool_call_id: "c1", tool_name: "echo", content: "1" },
  });
});

test("1 registered comes before policy: an unknown tool is unknown even where everything is denied", async () => {
  const policy: Rules = { allow: null, deny: "*", params: {} };
  expect(await executeToolCall(call("ehco", {}), { tools, ctx, policy })).toMatchObject({
    type: "unknown",
    error: { code: "tool_not_found" },
    message: { is_error: true, content: 'Unknown tool: there is no tool named "ehco"; did you mean "echo"?' },
  });
  for (const name of ["__proto__", "constructor", "toString"]) {
    expect((await executeToolCall(call(name, {}), { tools, ctx })).type).toBe("unknown");
  }
});

test("2 policy comes before the arguments: a denied tool is denied, however broken they are", async () => {
  const policy: Rules = { allow: null, deny: ["tag:write"], params: {} };
  const execution = await executeToolCall({ id: "c1", name: "files.write", arguments: "{{{" }, { tools, ctx, policy });
  expect(execution).toMatchObject({
    type: "denied",
    by: "policy",
    error: { code: "E8", message: "[kantan-agents][E8] Tool is not allowed: files.write" },
    message: { content: "Permission denied: a deny rule matches (tag:write)" },
  });
});

test("3 arguments that are not a JSON object come before the write scope", async () => {
  const readOnly = createToolContext({ workspace: workspaceOf("read-only") });
  const execution = await executeToolCall(call("files.write", [1]), { tools, ctx: readOnly, policy: open });
  expect(execution).toMatchObject({ type: "failed", error: { code: "invalid_tool_input" } });
});

test("4 the write scope comes before parameter rules", async () => {
  const readOnly = createToolContext({ workspace: workspaceOf("read-only") });
  const policy: Rules = { allow: "*", deny: null, params: { "files.write": { path: { enum: ["/ws/a"] } } } };
  const execution = await executeToolCall(call("files.write", { path: "/ws/b" }), { tools, ctx: readOnly, policy });
  expect(execution).toMatchObject({
    type: "denied",
    by: "sandbox",
    message: { content: "Permission denied: files.write writes, and this workspace is read-only" },
  });
});

test("5 parameter rules come before the path sandbox", async () => {
  const inside = createToolContext({ workspace: workspaceOf("workspace-write") });
  const policy: Rules = { allow: "*", deny: null, params: { "files.write": { path: { enum: ["/ws/a"] } } } };
  const execution = await executeToolCall(call("files.write", { path: "/etc/b" }), { tools, ctx: inside, policy });
  expect(execution).toMatchObject({ type: "denied", by: "policy", error: { code: "E12" } });
});

test("6 the path sandbox comes before the schema", async () => {
  const inside = createToolContext({ workspace: workspaceOf("workspace-write") });
  const execution = await executeToolCall(call("files.write", { path: "/etc/b", text: 7 }), { tools, ctx: inside });
  expect(execution).toMatchObject({ type: "denied", by: "sandbox", error: { code: "sandbox_violation" } });
});

test("7 the schema comes before confirmation: nobody is asked about a call that could not run", async () => {
  let asked = false;
  const confirm = () => {
    asked = true;
    return true;
  };
  const execution = await executeToolCall(call("files.write", { path: "/ws/a", text: "too long" }), {
    tools,
    ctx,
    confirm,
  });
  expect(execution).toMatchObject({ type: "failed", error: { code: "invalid_tool_input" } });
  expect(asked).toBe(false);
});

test("8 confirmation comes before caps, and caps before the tool", async () => {
  const good = call("files.write", { path: "/ws/a", text: "hi" });
  expect(await executeToolCall(good, { tools, ctx, remainingCalls: 0 })).toMatchObject({
    type: "confirm",
    request: { args: { path: "/ws/a", text: "hi" }, reason: "files.write is declared with a confirmation" },
  });
  expect(await executeToolCall(good, { tools, ctx, confirm: () => true, remainingCalls: 0 })).toMatchObject({
    type: "denied",
    by: "cap",
  });
  expect(ran).toEqual([]);
  expect(await executeToolCall(good, { tools, ctx, confirm: async () => true })).toMatchObject({
    type: "completed",
    result: textResult("wrote /ws/a"),
  });
  expect(ran).toEqual(["/ws/a"]);
});

test("anything but a plain yes is a no", async () => {
  const good = call("files.write", { path: "/ws/a", text: "hi" });
  for (const answer of [false, "yes", undefined, 1]) {
    expect(await executeToolCall(good, { tools, ctx, confirm: () => answer as never })).toMatchObject({
      type: "denied",
      by: "person",
      error: { code: "confirmation_denied" },
    });
  }
});

test("a rule can ask for confirmation too", async () => {
  const policy: Rules = { allow: "*", deny: null, confirm: ["echo"], params: {} };
  expect(await executeToolCall(call("echo", { n: 1 }), { tools, ctx, policy })).toMatchObject({ type: "confirm" });
});

test("a rule can look at the arguments", async () => {
  const policy: Rules = {
    allow: "*",
    deny: [{ tool: "echo", args: ({ n }) => typeof n === "number" && n > 9 }],
    params: {},
  };
  expect((await executeToolCall(call("echo", { n: 9 }), { tools, ctx, policy })).type).toBe("completed");
  expect((await executeToolCall(call("echo", { n: 10 }), { tools, ctx, policy })).type).toBe("denied");
});

test("a tool that throws anything at all has failed, and the model is told", async () => {
  expect(await executeToolCall(call("fails", {}), { tools, ctx })).toMatchObject({
    type: "failed",
    error: { code: "tool_failed", cause: "a bare string" },
    message: { is_error: true, content: "Error executing tool: a bare string" },
  });
});

test("an abort rejects, and is never told to the model", async () => {
  const controller = new AbortController();
  const waits = defineTool({
    name: "waits",
    description: "",
    input: z.object({}),
    execute: () => new Promise<never>(() => {}),
  });
  const running = executeToolCall(call("waits", {}), {
    tools: [waits],
    ctx: createToolContext({ signal: controller.signal }),
  });
  await new Promise(setImmediate);
  controller.abort(new Error("user left"));
  await expect(running).rejects.toThrow("user left");
});

test("dependencies live for the call and are disposed after it; one that fails to close does not change the outcome", async () => {
  const log: string[] = [];
  const logged: string[] = [];
  const Db = {
    id: "db",
    create: () => "open",
    dispose: () => {
      log.push("closed");
      throw new Error("stuck");
    },
  };
  const uses = defineTool({
    name: "uses",
    description: "",
    input: z.object({}),
    execute: async (_, c) => c.resolve(Db),
  });
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void logged.push(message) };
  const execution = await executeToolCall(call("uses", {}), { tools: [uses], ctx: createToolContext({ logger }) });
  expect(execution).toMatchObject({ type: "completed", result: textResult("open") });
  expect(log).toEqual(["closed"]);
  expect(logged).toEqual(["a dependency failed to close: stuck"]);
});

test("100 MB of output is kept whole in the store, and the model gets a preview with the reference", async () => {
  const line = `${"x".repeat(1023)}\n`;
  const text = line.repeat(100 * 1024);
  const big = defineTool({ name: "big", description: "", input: z.object({}), execute: () => text });
  await using outputStore = createMemoryOutputStore();
  const runCtx = createToolContext({ call: { id: "", runId: "r1" } });
  const execution = await executeToolCall(call("big", {}), { tools: [big], ctx: runCtx, outputStore });
  if (execution.type !== "completed") throw new Error(execution.type);
  const { content, output_ref: id = "" } = execution.message;
  expect(content.length).toBeLessThan(60 * 1024);
  expect(String(content).endsWith(`[tool output truncated; ref=${id}]`)).toBe(true);
  expect(await outputStore.stat({ runId: "r1", id })).toMatchObject({ byteSize: 100 * 1024 * 1024, lineCount: 102400 });
});
