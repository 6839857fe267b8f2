/**
 * One tool round trip, prompt to call to result to answer, through the Claude Agent SDK and its CLI, and the same
 * through this project's own loop; and what it costs to govern a call. One scripted endpoint on loopback answers all.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Options, query, type SpawnOptions } from "@anthropic-ai/claude-agent-sdk";
import { createMcpServerFromTools, governClaude } from "../../src/claude/index.ts";
import {
  createMemoryEngine,
  createRuntime,
  defineAgent,
  defineTool,
  modelPlanner,
  type Runtime,
  toolset,
} from "../../src/index.ts";
import { type AnthropicEndpoint, createAnthropicEndpoint, toolResultsOf } from "../../src/testing/index.ts";
import type { Report } from "../report.ts";
import { governingReport } from "./claude-governing.ts";
import { messagesModel } from "./claude-messages-model.ts";

const ROUNDS = 7;
const PREFIX = "mcp__pydantic_tools__";

const add = defineTool({
  name: "add",
  description: "Adds two numbers",
  input: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
  effect: "read",
  execute: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
});

export async function run(): Promise<Report[]> {
  // Calls the tool under whatever name it is offered, then answers.
  await using endpoint = await createAnthropicEndpoint({
    script: (request) => {
      if (toolResultsOf(request).length > 0) return "The sum is 5.";
      const name = request.tools?.find((tool) => tool.name.endsWith("add"))?.name ?? "add";
      return { toolCalls: [{ name, args: { a: 2, b: 3 } }] };
    },
  });
  return [await roundTrips(endpoint), await governingReport(add)];
}

interface RoundTrip {
  readonly name: string;
  /** Resolves to the most memory that a process beside this one has held, in MiB. */
  run(): Promise<number>;
}

async function roundTrips(endpoint: AnthropicEndpoint): Promise<Report> {
  await using runtime = ownRuntime(endpoint);
  const cases: readonly RoundTrip[] = [
    { name: "this project's own loop, memory engine", run: () => ownRoundTrip(runtime) },
    { name: "Claude Agent SDK", run: () => sdkRoundTrip(endpoint, false) },
    { name: "Claude Agent SDK, governed", run: () => sdkRoundTrip(endpoint, true) },
  ];
  const times = cases.map((): number[] => []);
  const memory = cases.map(() => 0);
  for (const { run } of cases) await run();
  // In turns: load that comes and goes hits all of them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { run }] of cases.entries()) {
      const start = performance.now();
      const mebibytes = await run();
      times[index]?.push(performance.now() - start);
      memory[index] = Math.max(memory[index] ?? 0, mebibytes);
    }
  }
  const best = times.map((all) => Math.min(...all));
  const [floor = 1] = best;
  return {
    bench: "claude",
    title: "One tool round trip, two model calls, scripted endpoint",
    columns: ["", "best ms", "median ms", "× own loop", "MiB beside this process"],
    rows: cases.map(({ name }, index) => [
      name,
      best[index] ?? 0,
      median(times[index] ?? []),
      (best[index] ?? 0) / floor,
      memory[index] ?? 0,
    ]),
    notes: [
      `the best and the median of ${ROUNDS} interleaved rounds, after one to warm up; each SDK round starts its CLI`,
      "the own loop asks the same endpoint over HTTP with a minimal LanguageModelV4 (claude-messages-model.ts)",
      "memory is the most that the CLI's process held, as Linux counts it; the own loop has no process beside it",
    ],
  };
}

function ownRuntime({ url }: AnthropicEndpoint): Runtime {
  const runtime = createRuntime({ engine: createMemoryEngine(), models: { messages: messagesModel(url) } });
  const planner = modelPlanner({ model: "messages" });
  runtime.registerAgent(defineAgent({ id: "adder", planner, toolsets: [toolset("math", [add])] }));
  return runtime;
}

async function ownRoundTrip(runtime: Runtime): Promise<number> {
  const output = await runtime.client("adder").oneShot({ messages: [{ role: "user", content: "2 + 3?" }] });
  if (output.message !== "The sum is 5.") throw new Error(`unexpected answer: ${JSON.stringify(output)}`);
  return 0;
}

async function sdkRoundTrip({ env }: AnthropicEndpoint, isGoverned: boolean): Promise<number> {
  let pid: number | undefined;
  const base: Options = {
    env,
    cwd: env.HOME ?? "",
    model: "claude-sonnet-4-5",
    settingSources: [],
    tools: [],
    spawnClaudeCodeProcess({ command, args, cwd, env: environment, signal }: SpawnOptions) {
      const child = spawn(command, args, {
        env: environment,
        signal,
        stdio: ["pipe", "pipe", "ignore"],
        ...(cwd === undefined ? {} : { cwd }),
      });
      pid = child.pid;
      return child;
    },
  };
  const messages = isGoverned ? await governed(base) : await plain(base);
  let mebibytes = 0;
  for await (const message of messages) {
    if (message.type !== "result") continue;
    if (message.subtype !== "success" || message.result !== "The sum is 5.") throw new Error(JSON.stringify(message));
    mebibytes = peakMemory(pid);
  }
  return mebibytes;
}

async function plain(options: Options) {
  const server = await createMcpServerFromTools({ tools: [add] });
  const mcpServers = { [server.name]: server };
  return query({ prompt: "2 + 3?", options: { ...options, mcpServers, allowedTools: [`${PREFIX}add`] } });
}

async function governed(options: Options) {
  const claude = await governClaude({
    policy: { allow: ["add"], deny: null, params: {} },
    tools: [add],
    budget: { toolCalls: 10 },
  });
  return claude.query({ prompt: "2 + 3?", options });
}

function peakMemory(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0; // Not on Linux, or gone already.
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
