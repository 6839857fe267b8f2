/**
 * Puts one `query()` of the Claude Agent SDK under this package's rules: one policy decides about every call, ours and
 * Claude's own; confirmations are approvals in the runtime's log; budgets end the loop; calls and results are traced,
 * and outputs that are too large are stored. What Claude may not call, it is not shown.
 */
import { randomUUID } from "node:crypto";
import type { Options, SDKMessage } from "@anthropic-ai/claude-agent-sdk";
import { systemClock } from "../../clock/system-clock.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { Policy, Rules } from "../../policy/rules.ts";
import type { PendingApproval } from "../../runtime/pending-approvals.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { Clock } from "../../tool/clock.ts";
import type { Logger } from "../../tool/logger.ts";
import type { OutputStore } from "../../tool/output/output-store.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Tracer } from "../../trace/tracer.ts";
import { assertDirectory } from "../model/assert-directory.ts";
import { openQuery } from "../model/open-query.ts";
import { MCP_SERVER_NAME } from "../tools/mcp-server.ts";
import { CallJudge } from "./call-judge.ts";
import { CallTrace } from "./call-trace.ts";
import { ClaudeApprovals } from "./claude-approvals.ts";
import { BudgetMeter, type ClaudeBudget } from "./claude-budget.ts";
import { governedHooks } from "./governed-hooks.ts";
import { createGovernedServer, visibleTools } from "./governed-server.ts";
import { mergeOptions } from "./merge-options.ts";
import { watchQuery } from "./watch-query.ts";

export interface GovernClaudeOptions {
  /** Without one, everything may be called. */
  readonly policy?: Rules | Policy;
  /** Tools of ours, offered to Claude as far as the policy lets it see them. */
  readonly tools?: Iterable<Tool>;
  /** Claude's own tools, such as `Read`, as far as the policy lets it see them. Default: none. */
  readonly builtInTools?: readonly string[];
  readonly budget?: ClaudeBudget;
  readonly approvals?: ApprovalOptions;
  readonly trace?: Tracer;
  /** Keeps outputs that are too large, and adds the tools that read them back. */
  readonly outputStore?: OutputStore;
  /** The largest output Claude is shown, in bytes. Default 50 KiB. */
  readonly maxOutputBytes?: number;
  /** The session to go on with, such as one that stopped for an approval. Default: a new one. */
  readonly resume?: string;
  /** What tools of ours find in `ctx.deps`. */
  readonly deps?: Record<string, unknown>;
  /** Default `pydantic_tools`. */
  readonly serverName?: string;
  readonly logger?: Logger;
  /** The one that the runtime of `approvals` goes by, too. */
  readonly clock?: Clock;
}

export interface ApprovalOptions {
  readonly runtime: Runtime;
  /**
   * `stop` (default): the query ends at the call, with `terminal_reason: "tool_deferred"`; once a person has decided,
   * resume the session without a prompt. Further calls of that turn are asked about as well, and Claude is to make
   * them again when it goes on. `wait`: the query stays open until then.
   */
  readonly whilePending?: "stop" | "wait";
}

export interface GovernedClaude {
  readonly sessionId: string;
  /** For one `query()` of the SDK, after any others, so that nothing weakens them. */
  readonly options: GovernedQueryOptions;
  /** That query, read along: tokens are counted, time is kept, and the trace is closed with it. To resume, govern again. */
  query(input: GovernedQuery): AsyncGenerator<SDKMessage, void, undefined>;
  /** What waits for a person in this session. */
  pendingApprovals(): Promise<readonly PendingApproval[]>;
}

export interface GovernedQuery {
  /** Without one, a session that stopped for an approval goes on where it stopped, and hears what was approved since. */
  readonly prompt?: string;
  /** Whatever else the SDK takes: `model`, `cwd`, `systemPrompt` … */
  readonly options?: Options;
}

export type GovernedQueryOptions = Required<
  Pick<
    Options,
    | "abortController"
    | "canUseTool"
    | "hooks"
    | "mcpServers"
    | "permissionMode"
    | "strictMcpConfig"
    | "tools"
    | "verbatimPrompts"
  >
> &
  Pick<Options, "includePartialMessages" | "maxBudgetUsd" | "resume" | "sessionId">;

const DEFAULT_MAX_OUTPUT_BYTES = 50 * 1024;

export async function governClaude(options: GovernClaudeOptions): Promise<GovernedClaude> {
  const { policy, budget = {}, resume, outputStore, logger, clock = systemClock, builtInTools = [] } = options;
  const { maxOutputBytes = DEFAULT_MAX_OUTPUT_BYTES, serverName = MCP_SERVER_NAME, deps = {} } = options;
  const { runtime, whilePending = "stop" } = options.approvals ?? {};
  const sessionId = resume ?? randomUUID();
  const meter = new BudgetMeter(budget, clock);
  const approvals = runtime && new ClaudeApprovals({ runtime, sessionId, clock });
  const judge = new CallJudge({ policy, meter, approvals, whilePending });
  const trace = options.trace && new CallTrace({ tracer: options.trace, sessionId, clock, logger });
  const { tools, mcpServers } = await createGovernedServer(options.tools ?? [], {
    policy,
    judge,
    serverName,
    sessionId,
    outputStore,
    maxOutputBytes,
    deps,
    clock,
    logger,
  });
  const outputs = outputStore && { store: outputStore, runId: sessionId, maxBytes: maxOutputBytes };
  const builtIn = builtInTools.map((id) => ({ id }));
  const governed: GovernedQueryOptions = {
    ...governedHooks({ judge, tools, trace, outputs, logger }),
    mcpServers,
    tools: visibleTools(policy, builtIn).map(({ id }) => id),
    abortController: new AbortController(),
    // Servers that lie in the directory are none that anybody here has chosen.
    strictMcpConfig: true,
    permissionMode: "default",
    // "@file" in a prompt would be read without a call, and "/command" obeyed: neither could be judged.
    verbatimPrompts: true,
    ...(resume === undefined ? { sessionId } : { resume }),
    ...(budget.cost === undefined ? {} : { maxBudgetUsd: budget.cost }),
    ...(budget.tokens === undefined ? {} : { includePartialMessages: true }),
  };

  return {
    sessionId,
    options: governed,
    async *query({ prompt, options: others = {} }) {
      const isAtCall = resume !== undefined && prompt === undefined;
      if (!isAtCall) assertPrompt(prompt);
      assertDirectory("cwd", others.cwd);
      const messages = await openQuery({
        content: prompt ?? (async () => (await approvals?.news()) ?? ""),
        options: mergeOptions(others, governed),
        isAtCall,
        clock,
      });
      const { abortController } = governed;
      yield* watchQuery(messages, { meter, trace, abortController, others });
    },
    pendingApprovals: async () => (approvals === undefined ? [] : approvals.pending()),
  };
}

function assertPrompt(prompt: string | undefined): void {
  if (prompt !== undefined && prompt.trim() !== "") return;
  throw new KigumiError({
    code: "invalid_prompt",
    message: "a query needs a prompt; only a session that stopped for an approval, and is resumed, goes on without one",
  });
}
