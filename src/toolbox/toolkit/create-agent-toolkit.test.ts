import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SecurityPolicyConfig } from "../../policy/security-policy.ts";
import { createMemoryOutputStore } from "../../store/memory-output-store.ts";
import { temporaryWorkspace } from "../testing/temporary-workspace.ts";
import { TOOL_DEFINITIONS } from "../tool-definitions.ts";
import { type AllowedToolName, TOOLS } from "../tools.ts";
import { createAgentToolkit } from "./create-agent-toolkit.ts";
import { InvokeToolError } from "./invoke-tool-error.ts";
import { createToolkitContext, type ToolkitContextOptions } from "./toolkit-context.ts";

const allowAll: SecurityPolicyConfig<AllowedToolName> = { tools: {}, defaultPolicy: "allow" };

/** A tool as the parameter `tools` of a chat completion takes it. */
interface ChatCompletionParameter {
  type: "function";
  function: { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean | null };
}

async function toolkitIn(options: Partial<ToolkitContextOptions> = {}, files: Record<string, string> = {}) {
  const workspace = await temporaryWorkspace(files);
  const context = createToolkitContext({ workspaceRoot: workspace.root, policy: allowAll, ...options });
  const dispose = () => workspace[Symbol.asyncDispose]();
  return { ...createAgentToolkit(context), context, workspace, [Symbol.asyncDispose]: dispose };
}

const namesOf = (tools: readonly { function: { name: string } }[]) => tools.map((tool) => tool.function.name);

test("3.1 getAllowedTools returns what the policy allows, as TOOL_DEFINITIONS defines it", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: { read_file: "allow" }, defaultPolicy: "deny" } });
  expect(toolkit.getAllowedTools()).toEqual([TOOL_DEFINITIONS.read_file]);
});

test("3.1 the order is that of the definitions, whatever the policy's order", async () => {
  const policy = { tools: { read_file: "allow", exec_command: "allow" }, defaultPolicy: "deny" } as const;
  await using toolkit = await toolkitIn({ policy });
  expect(namesOf(toolkit.getAllowedTools())).toEqual(["exec_command", "read_file"]);
});

test("3.1 with everything allowed all tools are listed, in the order of the table", async () => {
  await using toolkit = await toolkitIn();
  expect(namesOf(toolkit.getAllowedTools())).toEqual([
    "git_status_summary",
    "apply_patch",
    "write_file",
    "exec_command",
    "tree",
    "read_file",
    "regexp_search",
    "edit",
    "done",
    "write_todos",
    "tool_output_cache",
    "tool_output_cache_grep",
  ]);
});

test("3.1 every definition comes from the tool that runs under its name", () => {
  expect(Object.keys(TOOL_DEFINITIONS)).toEqual(Object.keys(TOOLS));
  for (const [name, tool] of Object.entries(TOOLS)) {
    expect(tool.name).toBe(name);
    expect(TOOL_DEFINITIONS[name as AllowedToolName]).toEqual({
      type: "function",
      function: { name, description: tool.description, parameters: tool.definition.parameters },
    });
  }
});

test("3.1 the returned tools are what the Chat Completions API takes", async () => {
  await using toolkit = await toolkitIn();
  const tools: ChatCompletionParameter[] = toolkit.getAllowedTools();
  expect(tools.every((tool) => tool.type === "function")).toBe(true);
});

test("3.2 an empty list is a list: without a policy everything is denied", async () => {
  await using workspace = await temporaryWorkspace();
  const toolkit = createAgentToolkit(createToolkitContext({ workspaceRoot: workspace.root }));
  expect(toolkit.getAllowedTools()).toEqual([]);
  expect(await toolkit.tools.tree({ path: "." })).toMatchObject({ status: "denied", reason: "policy" });
});

test("3.3 listing knows nothing of the write scope; running does", async () => {
  await using toolkit = await toolkitIn({ writeScope: "read-only" });
  expect(namesOf(toolkit.getAllowedTools())).toContain("write_file");
  const refused = { status: "denied", reason: "sandbox", error: { code: "SANDBOX_VIOLATION", retriable: false } };
  expect(await toolkit.tools.write_file({ path: "x", content: "x" })).toMatchObject(refused);
  expect(await toolkit.tools.exec_command({ command: ["true"] })).toMatchObject(refused);
  expect(await toolkit.tools.tree({ path: "." })).toMatchObject({ status: "success" });
});

test("7 an explicit level comes before the default, and keys that no tool has are ignored", async () => {
  const tools = { exec_command: "deny", no_such_tool: "allow", __proto__: null, constructor: "allow" };
  await using toolkit = await toolkitIn({ policy: { tools, defaultPolicy: "allow" } as never });
  const listed = namesOf(toolkit.getAllowedTools());
  expect(listed).not.toContain("exec_command");
  expect(listed).toHaveLength(Object.keys(TOOLS).length - 1);
});

test("7 a level that is neither allow nor deny denies, in the list and in the call", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: { tree: "maybe" }, defaultPolicy: "allow" } as never });
  expect(namesOf(toolkit.getAllowedTools())).not.toContain("tree");
  expect(await toolkit.tools.tree({ path: "." })).toMatchObject({ status: "denied", reason: "policy" });
});

test("11 deny by default with read_file allowed returns read_file alone", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: { read_file: "allow" }, defaultPolicy: "deny" } });
  expect(namesOf(toolkit.getAllowedTools())).toEqual(["read_file"]);
});

test("11 allow by default with exec_command denied leaves exec_command out", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: { exec_command: "deny" }, defaultPolicy: "allow" } });
  expect(namesOf(toolkit.getAllowedTools())).not.toContain("exec_command");
});

test("2 a policy that changes is followed, in the list and in the call, whether replaced or changed in place", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: {}, defaultPolicy: "deny" } });
  expect(toolkit.getAllowedTools()).toEqual([]);

  const levels: { tree?: "allow" | "deny" } = { tree: "allow" };
  toolkit.context.policy = { tools: levels, defaultPolicy: "deny" };
  expect(namesOf(toolkit.getAllowedTools())).toEqual(["tree"]);
  expect(await toolkit.tools.tree({ path: "." })).toMatchObject({ status: "success" });

  levels.tree = "deny";
  expect(toolkit.getAllowedTools()).toEqual([]);
  expect(await toolkit.tools.tree({ path: "." })).toMatchObject({ status: "denied" });
});

test("a policy that cannot be read denies every call", async () => {
  await using toolkit = await toolkitIn();
  toolkit.context.policy = null as never;
  expect(await toolkit.tools.tree({ path: "." })).toMatchObject({ status: "denied", reason: "policy" });
});

test("tools: a success carries the tool's own value", async () => {
  await using toolkit = await toolkitIn({}, { "a.txt": "hello\n" });
  const outcome = await toolkit.tools.read_file({ path: "a.txt" });
  expect(outcome).toMatchObject({ status: "success", data: { path: "a.txt", content: "hello\n" } });
  expect(await toolkit.tools.done({ message: "bye" })).toEqual({ status: "success", data: "bye" });
});

test("tools: every failure is a value with an envelope", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: { tree: "deny" }, defaultPolicy: "allow" } });
  await mkdir(join(toolkit.workspace.outside, "secret"));
  await symlink(join(toolkit.workspace.outside, "secret"), join(toolkit.workspace.root, "out"));

  const policy = await toolkit.tools.tree({ path: "." });
  expect(policy).toEqual({
    status: "denied",
    reason: "policy",
    message: expect.stringContaining("tree"),
    error: { code: "POLICY_DENIED", message: expect.any(String), retriable: false, details: expect.anything() },
  });
  const sandboxed = { status: "denied", reason: "sandbox", error: { code: "SANDBOX_VIOLATION", retriable: false } };
  expect(await toolkit.tools.read_file({ path: "../x" })).toMatchObject(sandboxed);
  expect(await toolkit.tools.read_file({ path: "out/x" })).toMatchObject(sandboxed);
  expect(await toolkit.tools.exec_command({ command: ["true"], cwd: "out" })).toMatchObject(sandboxed);

  const runtime = { status: "failure", reason: "runtime" };
  expect(await toolkit.tools.read_file({ path: "missing" })).toMatchObject({
    ...runtime,
    message: 'NOT_FOUND: "missing" does not exist',
    error: { code: "NOT_FOUND", retriable: false, details: { path: "missing" } },
  });
  const wrong = { path: 1 } as never;
  expect(await toolkit.tools.read_file(wrong)).toMatchObject({ ...runtime, error: { code: "INVALID_ARGUMENT" } });
  for (const args of [null, undefined, [], "text", '{"path":"a"}', 1]) {
    expect(await toolkit.tools.read_file(args as never)).toMatchObject({
      ...runtime,
      error: { code: "INVALID_TOOL_ARGUMENTS_TYPE" },
    });
  }
});

test("tools: a name that only a prototype has is no tool", async () => {
  await using toolkit = await toolkitIn();
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    expect((toolkit.tools as Record<string, unknown>)[name]).toBeUndefined();
  }
});

test("invoke answers with a function message", async () => {
  await using toolkit = await toolkitIn({}, { "a.txt": "x" });
  const message = await toolkit.invoke("regexp_search", { pattern: "x" });
  expect(message).toMatchObject({ role: "function", name: "regexp_search", content: { items: [{ path: "a.txt" }] } });
});

test("invoke throws InvokeToolError, in the order of the checks", async () => {
  await using toolkit = await toolkitIn({ policy: { tools: { tree: "deny" }, defaultPolicy: "allow" } });
  const invoke = (name: string, args: unknown) => toolkit.invoke(name as AllowedToolName, args as never);
  const failing = (code: string, tool_name: string) => expect.objectContaining({ code, tool_name });

  for (const name of ["nope", "constructor", "__proto__", "toString"]) {
    await expect(invoke(name, null), name).rejects.toEqual(failing("TOOL_NOT_FOUND", name));
  }
  await expect(invoke("tree", null)).rejects.toEqual(failing("TOOL_NOT_ALLOWED", "tree"));
  await expect(invoke("read_file", [])).rejects.toEqual(failing("INVALID_TOOL_ARGUMENTS_TYPE", "read_file"));
  await expect(invoke("read_file", { path: "../x" })).rejects.toEqual(failing("TOOL_NOT_ALLOWED", "read_file"));
  await expect(invoke("read_file", {})).rejects.toEqual(failing("INVALID_ARGUMENT", "read_file"));
  await expect(invoke("read_file", { path: "missing" })).rejects.toEqual(failing("NOT_FOUND", "read_file"));
});

test("invoke: a read-only workspace makes writing tools not allowed", async () => {
  await using toolkit = await toolkitIn({ writeScope: "read-only" });
  const writing = toolkit.invoke("exec_command", { command: ["true"] });
  await expect(writing).rejects.toBeInstanceOf(InvokeToolError);
  await expect(writing).rejects.toEqual(expect.objectContaining({ code: "TOOL_NOT_ALLOWED" }));
});

test("an InvokeToolError renders as the envelope and keeps its cause", async () => {
  await using toolkit = await toolkitIn();
  const error = await toolkit.invoke("read_file", { path: "../x" }).catch((thrown: unknown) => thrown);
  expect((error as InvokeToolError).toEnvelope()).toEqual({
    code: "TOOL_NOT_ALLOWED",
    message: expect.stringContaining("leads outside the workspace"),
    retriable: false,
    details: { reason: "sandbox", path: "../x" },
  });
  expect((error as InvokeToolError).cause).toMatchObject({ code: "sandbox_violation" });
});

test("an abort is passed on as it is", async () => {
  await using toolkit = await toolkitIn();
  const reason = new Error("enough");
  const options = { signal: AbortSignal.timeout(50) };
  await expect(toolkit.tools.exec_command({ command: ["sleep", "1000"] }, options)).rejects.toMatchObject({
    name: "TimeoutError",
  });
  await expect(toolkit.invoke("tree", { path: "." }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("env reaches commands, and the rest of this process's environment does not", async () => {
  await using toolkit = await toolkitIn({ env: { GIVEN: "yes" } });
  const outcome = await toolkit.tools.exec_command({ command: ["env"] });
  if (outcome.status !== "success") throw new Error(outcome.message);
  expect(outcome.data.stdout).toContain("GIVEN=yes");
  expect(outcome.data.stdout).not.toContain("VITEST");
});

test("todos live as long as the toolkit's context", async () => {
  await using toolkit = await toolkitIn();
  const todos = [{ content: "a", status: "in_progress" as const }];
  await toolkit.tools.write_todos({ todos });
  const { readTodos } = await import("../write-todos.ts");
  expect(readTodos(toolkit.context.toolContext)).toEqual(todos);
});

test("with an output store a large result is cut to its own shape, and read back by its ref", async () => {
  await using store = createMemoryOutputStore();
  await using toolkit = await toolkitIn({ outputStore: store }, { long: `${"x".repeat(1000)}\n`.repeat(200) });
  const outcome = await toolkit.tools.read_file({ path: "long" });
  if (outcome.status !== "success") throw new Error(outcome.message);
  expect(outcome.data.path).toBe("long");
  expect(outcome.data.content.length).toBeLessThan(51_200);
  expect(outcome.data.meta.line_count).toBe(200);
  const ref_id = outcome.output_ref;
  if (ref_id === undefined) throw new Error("no reference");
  const whole = await toolkit.tools.tool_output_cache({ ref_id, limit: 1 });
  expect(whole).toMatchObject({ status: "success", data: expect.stringMatching(/^ {4}1 {2}{"path":"long"/) });
  const found = await toolkit.tools.tool_output_cache_grep({ ref_id, pattern: "line_count" });
  expect(found).toMatchObject({ status: "success", data: expect.stringContaining(`ref:${ref_id}`) });
});

test("a policy with a typo and arguments of another tool do not compile", async () => {
  await using toolkit = await toolkitIn();
  const { workspaceRoot } = toolkit.context;
  // @ts-expect-error there is no tool of this name
  createToolkitContext({ workspaceRoot, policy: { tools: { read_fle: "allow" }, defaultPolicy: "deny" } });
  // @ts-expect-error there is no level of this name
  createToolkitContext({ workspaceRoot, policy: { tools: { read_file: "alow" }, defaultPolicy: "deny" } });

  const compiledOnly = async () => {
    // @ts-expect-error there is no tool of this name
    await toolkit.invoke("read_fle", { path: "a" });
    // @ts-expect-error these are the arguments of another tool
    await toolkit.invoke("read_file", { command: ["a"] });
    // @ts-expect-error path is a string
    await toolkit.tools.tree({ path: 1 });
    // @ts-expect-error done answers with a text
    (await toolkit.invoke("done", { message: "" })).content.path;

    const { content } = await toolkit.invoke("exec_command", { command: ["true"] });
    const exitCode: number = content.exit_code;
    const message: string = (await toolkit.invoke("done", { message: "" })).content;
    return { exitCode, message };
  };
  expect(compiledOnly).toBeTypeOf("function");
});
