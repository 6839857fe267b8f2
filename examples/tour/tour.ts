/**
 * A guided tour that really calls tools: what a model may see under a policy, a denied call, a validated call, and an
 * oversized output read back. Nothing to install, no account, no network.
 */
import {
  createMemoryOutputStore,
  createToolContext,
  defineTool,
  executeToolCall,
  explain,
  listTools,
  type Rules,
  type ToolExecution,
  toolset,
} from "kigumi";
import { createToolOutputCacheGrepTool, createToolOutputCacheTool } from "kigumi/toolbox";
import { z } from "zod";

const PAGES = ["restart a device", "rotate a key", "read a chart"];

const search = defineTool({
  name: "docs.search",
  description: "Search the documentation",
  tags: ["read"],
  effect: "read",
  input: z.object({ query: z.string().min(2), limit: z.number().int().min(1).max(20).default(3) }),
  output: z.object({ titles: z.array(z.string()) }),
  execute: ({ query, limit }) => ({ titles: PAGES.filter((title) => title.includes(query)).slice(0, limit) }),
});

const restart = defineTool({
  name: "ops.restart",
  description: "Restart a device",
  tags: ["write"],
  input: z.object({ device_id: z.string(), reason: z.string().optional() }),
  execute: ({ device_id }) => `${device_id} restarted`,
});

const logs = defineTool({
  name: "ops.logs",
  description: "The log of a device",
  tags: ["read"],
  effect: "read",
  input: z.object({ device_id: z.string() }),
  execute: ({ device_id }) =>
    Array.from(
      { length: 20_000 },
      (_, i) => `${i + 1} ${device_id} ${i % 4_999 === 0 ? "ERROR fan stalled" : "ok"}`,
    ).join("\n"),
});

export async function tour(print: (line: string) => void): Promise<void> {
  await using outputStore = createMemoryOutputStore();
  const tools = toolset("desk", [
    search,
    restart,
    logs,
    createToolOutputCacheTool({ store: outputStore }),
    createToolOutputCacheGrepTool({ store: outputStore }),
  ]);
  const policy: Rules = {
    allow: "*",
    deny: ["tag:write"],
    params: { "ops.logs": { device_id: { pattern: "^web-" } } },
  };
  await using ctx = createToolContext({ call: { id: "tour", runId: "tour" } });

  let calls = 0;
  const call = async (name: string, args: object): Promise<ToolExecution> => {
    print(`  → ${name} ${JSON.stringify(args)}`);
    const request = { id: `call_${++calls}`, name, arguments: JSON.stringify(args) };
    const execution = await executeToolCall(request, { tools, policy, ctx, outputStore });
    print(indent(shown(execution), "  ← "));
    return execution;
  };

  print("1. What a model may see: five tools are registered, the policy denies tag:write.");
  for (const { id, description } of listTools(policy, tools.tools)) print(`  ${id.padEnd(24)} ${description}`);

  print("\n2. A tool that was hidden is also refused when it is called, and you can ask why.");
  await call("ops.restart", { device_id: "web-1" });
  print(indent(explain(policy, restart.spec, { device_id: "web-1" }), "    "));

  print("\n3. Wrong arguments never reach the tool. The answer is a correction a model can act on.");
  await call("docs.search", { qeury: "restart", limit: 50 });
  await call("docs.search", { query: "restart" });

  print("\n4. Rules hold for arguments too: logs only of web devices.");
  await call("ops.logs", { device_id: "db-1" });

  print("\n5. An output too large for a model's context is kept whole; the model reads back what it needs.");
  const execution = await call("ops.logs", { device_id: "web-1" });
  const ref_id = execution.type === "completed" ? execution.message.output_ref : undefined;
  await call("tool_output_cache_grep", { ref_id, pattern: "ERROR", max_matches: 2, after: 1 });
  await call("tool_output_cache", { ref_id, offset: 19_997, limit: 3 });

  print("\nThat is one tool contract and one decision. The same tools go to other loops unchanged: see README.md.");
}

/** What the model is told, shortened for a terminal. */
function shown(execution: ToolExecution): string {
  if (execution.type === "confirm") return "waits for a person";
  const { content } = execution.message;
  const lines = (typeof content === "string" ? content : JSON.stringify(content)).split("\n");
  if (lines.length <= 8) return lines.join("\n");
  return [...lines.slice(0, 3), `… ${lines.length - 4} more lines …`, ...lines.slice(-1)].join("\n");
}

function indent(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line, i) => (i === 0 ? prefix : " ".repeat(prefix.length)) + line)
    .join("\n");
}
