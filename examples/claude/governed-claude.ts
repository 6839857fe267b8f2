/**
 * Claude Code under rules: it may look at every device, restart web servers only, and only with a person's word. The
 * query stops at the restart; the approval is a record in the runtime's file; once it is given, the session goes on.
 */
import { join } from "node:path";
import { createRuntime } from "kigumi";
import { governClaude } from "kigumi/claude";
import { SQLiteTracer } from "kigumi/trace";
import type { ChosenEndpoint } from "./choose-endpoint.ts";
import { createDevices } from "./devices.ts";

const policy = {
  allow: ["tag:ops"],
  params: { "ops.restart": { device_id: { pattern: "^web-" } } },
};

export interface GovernedClaudeOptions {
  /** Where the runtime's file, the traces and Claude's working directory are. */
  readonly directory: string;
  readonly endpoint: ChosenEndpoint;
  readonly print: (line: string) => void;
}

export interface GovernedClaudeResult {
  readonly restarted: readonly string[];
  /** What was called, and whether it was refused. */
  readonly calls: readonly { readonly tool: string; readonly isRefused: boolean }[];
}

export async function governedClaude(options: GovernedClaudeOptions): Promise<GovernedClaudeResult> {
  const { directory, endpoint, print } = options;
  const { restarted, tools } = createDevices();
  await using runtime = createRuntime({ store: join(directory, "kigumi.db") });
  await using trace = new SQLiteTracer(join(directory, "traces.db"));
  print(endpoint.description);

  const ask = async ({ prompt, resume }: { prompt?: string; resume?: string }) => {
    const claude = await governClaude({
      policy,
      tools,
      trace,
      budget: { toolCalls: 8, cost: 0.5 },
      approvals: { runtime },
      ...(resume === undefined ? {} : { resume }),
    });
    const query = { options: { env: endpoint.env, cwd: directory, model: "claude-sonnet-4-5" } };
    for await (const message of claude.query(prompt === undefined ? query : { ...query, prompt })) {
      if (message.type === "result" && message.subtype === "success") print(`Claude: ${message.result || "(waits)"}`);
    }
    return claude;
  };

  let claude = await ask({ prompt: "web-1 and db-1 are slow. Look after them." });
  for (;;) {
    const [request] = await claude.pendingApprovals();
    if (request === undefined) break;
    print(`? ${request.prompt} Yes, says operator@example.com.`);
    const { runId, id } = request;
    await runtime.provideConfirmation({ runId, id, approved: true, requestedBy: "operator@example.com" });
    claude = await ask({ resume: claude.sessionId });
  }
  const spans = await trace.searchSpans({ spanType: "function" });
  const calls = spans.map(({ name = "", error }) => ({ tool: name, isRefused: error !== undefined })).reverse();
  for (const { tool, isRefused } of calls) print(`  ${tool}${isRefused ? ": refused" : ""}`);
  return { restarted, calls };
}
