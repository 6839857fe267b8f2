import { existsSync } from "node:fs";
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryOutputStore, defineTool } from "../../index.ts";
import { createAnthropicEndpoint, createTestClock, toolResultsOf } from "../../testing/index.ts";
import { runGoverned } from "../testing/run-governed.ts";
import { watchedCli } from "../testing/watched-cli.ts";
import { type GovernClaudeOptions, type GovernedClaude, governClaude } from "./govern-claude.ts";
import { parameterRules } from "./parameter-restrictions.ts";

const PREFIX = "mcp__pydantic_tools__";

function opsTools() {
  const done: string[] = [];
  const restart = defineTool({
    name: "ops.restart",
    description: "Restarts a device",
    input: z.object({ id: z.string() }),
    tags: ["ops"],
    execute: ({ id }) => {
      done.push(id);
      return `restarted ${id}`;
    },
  });
  const read = defineTool({
    name: "docs.read",
    description: "Reads a page",
    input: z.object({ lines: z.number() }),
    tags: ["docs"],
    effect: "read",
    execute: ({ lines }) => Array.from({ length: lines }, (_, line) => `line ${line}`).join("\n"),
  });
  return { done, restart, read };
}

const restarting = (id: string) => ({ toolCalls: [{ name: `${PREFIX}ops_restart`, args: { id } }] });
const rules = { allow: null, deny: null, params: {} };

/** What the model was told about its calls, in the last request. */
async function told(options: GovernClaudeOptions, script: Parameters<typeof createAnthropicEndpoint>[0]["script"]) {
  await using endpoint = await createAnthropicEndpoint({ script });
  const governed = await governClaude(options);
  const result = await runGoverned(endpoint, governed, { prompt: "Go." });
  const last = endpoint.requests.at(-1);
  const listed = endpoint.requests[0]?.tools?.map(({ name }) => name) ?? [];
  return { result, results: last === undefined ? [] : toolResultsOf(last), listed, requests: endpoint.requests };
}

/** A client of the server that Claude would be given. */
async function connect({ options }: GovernedClaude) {
  const server = options.mcpServers.pydantic_tools;
  if (server?.type !== "sdk") throw new Error("expected the server of this process");
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.instance.connect(ours), client.connect(theirs)]);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

test("what the policy denies is not listed, ours and Claude's own; what it allows runs", async () => {
  const { done, restart, read } = opsTools();
  const policy = { ...rules, deny: ["tag:docs", "Bash"] };
  const { results, listed, result } = await told({ policy, tools: [restart, read], builtInTools: ["Bash", "Read"] }, [
    restarting("web-1"),
    "Done.",
  ]);
  expect(listed).toEqual(["Read", `${PREFIX}ops_restart`]);
  expect(results).toMatchObject([{ text: "restarted web-1", isError: false }]);
  expect(done).toEqual(["web-1"]);
  expect(result).toMatchObject({ subtype: "success", result: "Done." });
});

test("what the policy hides changes no other tool's name", async () => {
  const named = (name: string) => defineTool({ name, description: name, input: z.object({}), execute: () => name });
  const listed = async (deny: string[]) => {
    await using client = await connect(await governClaude({ policy: { ...rules, deny }, tools }));
    return (await client.listTools()).tools.map(({ name }) => name);
  };
  const tools = [named("a.b"), named("a_b")];
  const [dotted = "", plain] = await listed([]);
  expect(plain).toBe("a_b");
  expect(await listed(["a_b"])).toEqual([dotted]);
});

test("two tools of one name, and a server name that cannot be part of one, are refused", async () => {
  const { read } = opsTools();
  await expect(governClaude({ tools: [read, read] })).rejects.toThrow("docs.read");
  await expect(governClaude({ serverName: "my server" })).rejects.toMatchObject({ code: "invalid_server_name" });
});

test("a call is judged although it was approved beforehand: approval is not permission", async () => {
  const { done, restart } = opsTools();
  await using endpoint = await createAnthropicEndpoint({ script: [restarting("db-1"), "I may not."] });
  const policy = {
    ...rules,
    deny: [{ tool: "ops.restart", args: ({ id }: Record<string, unknown>) => id === "db-1" }],
  };
  const governed = await governClaude({ policy, tools: [restart] });
  await runGoverned(endpoint, governed, { prompt: "Go.", options: { allowedTools: [`${PREFIX}ops_restart`] } });
  expect(endpoint.requests[1] && toolResultsOf(endpoint.requests[1])).toMatchObject([
    { text: expect.stringContaining("Permission denied: a deny rule matches"), isError: true },
  ]);
  expect(done).toEqual([]);
});

test("parameter restrictions are rules, for Claude's own tools too", async () => {
  const bash = (command: string) => ({ toolCalls: [{ name: "Bash", args: { command } }] });
  const policy = { ...rules, params: parameterRules({ Bash: { command: "echo yes" } }) };
  const { results } = await told({ policy, builtInTools: ["Bash"] }, [bash("echo yes"), bash("echo no"), "Done."]);
  expect(results).toMatchObject([
    { text: expect.stringMatching(/^yes\s*$/), isError: false },
    {
      text: expect.stringContaining('[E12] Tool parameter enum mismatch: Bash.command (enum: ["echo yes",null])'),
      isError: true,
    },
  ]);
});

test("rules see the arguments that the author meant, whatever Claude was shown", async () => {
  const measured: unknown[] = [];
  const measure = defineTool({
    name: "measure",
    description: "Measures",
    input: z.union([z.object({ metres: z.number() }), z.object({ feet: z.number() })]),
    execute: (input) => {
      measured.push(input);
      return "measured";
    },
  });
  const measuring = (input: { feet: number }) => ({ toolCalls: [{ name: `${PREFIX}measure`, args: { input } }] });
  const policy = { ...rules, params: { measure: { feet: { maximum: 10 } } } };
  const { results } = await told({ policy, tools: [measure] }, [
    measuring({ feet: 3 }),
    measuring({ feet: 11 }),
    "Done.",
  ]);
  expect(measured).toEqual([{ feet: 3 }]);
  expect(results.at(-1)?.text).toContain("[E17]");
});

test("the handler judges for itself: a call that no hook has seen is refused as well", async () => {
  const { done, restart } = opsTools();
  const policy = { ...rules, params: { "ops.restart": { id: { pattern: "^web-" } } }, confirm: ["docs.read"] };
  const governed = await governClaude({ policy, tools: [restart, opsTools().read] });
  await using client = await connect(governed);

  const refused = await client.callTool({ name: "ops_restart", arguments: { id: "db-1" } });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("[E15]") }] });
  const unapproved = await client.callTool({ name: "docs_read", arguments: { lines: 1 } });
  expect(unapproved).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("declined") }] });
  expect(done).toEqual([]);
});

test("a budget of calls: the first one beyond it is told to answer, the next one stops the loop", async () => {
  const { done, restart } = opsTools();
  const { result, results, requests } = await told({ tools: [restart], budget: { toolCalls: 1 } }, (request) =>
    restarting(`web-${toolResultsOf(request).length + 1}`),
  );
  expect(done).toEqual(["web-1"]);
  expect(result).toMatchObject({ terminal_reason: "hook_stopped" });
  expect(results.map(({ text }) => text)).toEqual([
    "restarted web-1",
    expect.stringContaining("no tool calls are left; answer with what you have"),
  ]);
  expect(requests).toHaveLength(3);
});

test("a budget of tokens ends the calls, and the answer is still heard", async () => {
  const { done, restart } = opsTools();
  const usage = { inputTokens: 900, outputTokens: 100 };
  const { results, result } = await told({ tools: [restart], budget: { tokens: 1500 } }, [
    { ...restarting("web-1"), usage },
    { ...restarting("web-2"), usage },
    "That is all.",
  ]);
  expect(done).toEqual(["web-1"]);
  expect(results.at(-1)?.text).toContain("no tokens are left");
  expect(result).toMatchObject({ result: "That is all." });
});

test("a budget of money is kept by the CLI", async () => {
  const { restart } = opsTools();
  const { result } = await told({ tools: [restart], budget: { cost: 0.01 } }, () => ({
    ...restarting("web-1"),
    usage: { inputTokens: 1_000_000 },
  }));
  expect(result).toMatchObject({ subtype: "error_max_budget_usd" });
});

test("a loop that outlives its time and its grace is ended, and leaves neither a process nor a folder", async () => {
  const clock = createTestClock();
  const { ended, options } = watchedCli();
  const scratch = await (async () => {
    await using endpoint = await createAnthropicEndpoint({
      script: [
        (_request, signal) => {
          void clock.advance(70_000);
          return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
      ],
    });
    const governed = await governClaude({ budget: { time: "1m", finalizerGrace: "10s" }, clock });
    await expect(runGoverned(endpoint, governed, { prompt: "Go.", options })).rejects.toMatchObject({
      code: "budget_exhausted",
      message: expect.stringContaining("budget.time"),
    });
    await ended();
    return String(endpoint.env.HOME);
  })();
  expect(existsSync(scratch)).toBe(false);
});

test("a budget that makes no sense is refused", async () => {
  await expect(governClaude({ budget: { toolCalls: -1 } })).rejects.toMatchObject({ code: "invalid_budget" });
  // A timer of the platform would end it at once.
  await expect(governClaude({ budget: { time: "720h" } })).rejects.toMatchObject({ code: "invalid_budget" });
});

test("a CLI that cannot be started, or is killed, is a typed error as it is for the model", async () => {
  const { killed, options: cli } = watchedCli();
  await using endpoint = await createAnthropicEndpoint({ script: [killed] });
  const failing = async (options: Options) =>
    runGoverned(endpoint, await governClaude({}), { prompt: "Go.", options }).catch((thrown: unknown) => thrown);
  expect(await failing({ cwd: "/nowhere" })).toMatchObject({ code: "invalid_settings", data: { setting: "cwd" } });
  expect(await failing({ pathToClaudeCodeExecutable: "/nowhere/claude" })).toMatchObject({ code: "cli_not_found" });
  expect(await failing(cli)).toMatchObject({ name: "CLIExecutionError", kind: "unavailable", isRetryable: false });
});

test("a server that has the name of ours is refused: neither is dropped without a word", async () => {
  const governed = await governClaude({});
  const mcpServers = { pydantic_tools: { type: "http", url: "http://localhost:1" } } as const;
  await expect(governed.query({ prompt: "Go.", options: { mcpServers } }).next()).rejects.toMatchObject({
    code: "server_name_taken",
  });
});

test("outputs that are too large are stored, previewed and read back, ours and Claude's own", async () => {
  const { read } = opsTools();
  const outputStore = createMemoryOutputStore();
  const refs: string[] = [];
  const { results, listed } = await told({ tools: [read], builtInTools: ["Bash"], outputStore, maxOutputBytes: 200 }, [
    { toolCalls: [{ name: `${PREFIX}docs_read`, args: { lines: 500 } }] },
    { toolCalls: [{ name: "Bash", args: { command: "seq 1 400" } }] },
    (request) => {
      const text = JSON.stringify(request.messages);
      refs.push(...[...text.matchAll(/tool output truncated; ref=([\w-]+)/g)].map(([, ref = ""]) => ref));
      const [, ref_id = ""] = refs;
      return { toolCalls: [{ name: `${PREFIX}tool_output_cache`, args: { ref_id, offset: 398 } }] };
    },
    "Done.",
  ]);
  expect(listed).toContain(`${PREFIX}tool_output_cache_grep`);
  const [page, numbers, tail] = results;
  expect(page?.text).toMatch(/^line 0\nline 1\n[\s\S]*\[tool output truncated; ref=/);
  expect(page?.text.length).toBeLessThan(300);
  expect(numbers?.text).toMatch(/^1\n2\n3\n/);
  expect(numbers?.text.length).toBeLessThan(300);
  expect(tail?.text).toContain("400");
  expect(refs).toHaveLength(2);
});
