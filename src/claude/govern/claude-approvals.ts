/**
 * Asks a person about a call and finds the answer. A request is known by the session and the call, so whoever resumes
 * the session, after a restart or on another day, finds the same one; it is bound to the arguments it was asked with.
 */
import { jsonEqual } from "../../json/json-equal.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import type { RunEvent } from "../../run/event.ts";
import type { PendingApproval } from "../../runtime/pending-approvals.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import { renderTemplate } from "../../template/index.ts";
import type { Clock } from "../../tool/clock.ts";
import { type ApprovalArgs, type ApprovalRequest, approvalAgent, approvalAgentId } from "./approval-agent.ts";
import type { GovernedCall } from "./governed-call.ts";

export type ApprovalState =
  | { readonly type: "approved" }
  | { readonly type: "declined"; readonly reason: string }
  | { readonly type: "pending" };

export interface ClaudeApprovalsOptions {
  readonly runtime: Runtime;
  /** Claude's. */
  readonly sessionId: string;
  readonly clock: Clock;
}

export class ClaudeApprovals {
  readonly #runtime: Runtime;
  readonly #sessionId: string;
  readonly #clock: Clock;

  constructor({ runtime, sessionId, clock }: ClaudeApprovalsOptions) {
    this.#runtime = runtime;
    this.#sessionId = sessionId;
    this.#clock = clock;
  }

  /** Asks, unless it was asked before; durable when this resolves. */
  async ask(call: GovernedCall, reason: string): Promise<ApprovalState> {
    const runId = this.#runId(call.id);
    const expiresIn = call.tool.own?.spec.confirmation?.expiresIn;
    // Also for a request from before a restart: somebody has to drive it, or it would never expire.
    registerOnce(this.#runtime, expiresIn);
    if ((await this.#runtime.runs.find(runId)) === undefined) {
      const request: ApprovalRequest = { callId: call.id, ...argsFor(call, reason) };
      const { sessionId } = await this.#runtime.sessions.create(`claude-${this.#sessionId}`);
      const messages = [{ role: "user", content: stringifyJson(request) } as const];
      const labels = { claude_session: this.#sessionId, tool: call.tool.id };
      await this.#runtime.client(approvalAgentId(expiresIn)).start({ runId, sessionId, messages, labels });
    }
    for await (const event of this.#runtime.handle(runId).events()) {
      if (event.type === "await_confirmation" || event.type === "run_completed") break;
    }
    return this.state(call);
  }

  /** The answer as it stands; never asks. */
  async state(call: GovernedCall): Promise<ApprovalState> {
    const runId = this.#runId(call.id);
    const record = await this.#runtime.runs.find(runId);
    if (record === undefined) return { type: "pending" };
    return stateIn(await this.#runtime.runs.read(runId), call, this.#now());
  }

  /** Resolves when somebody has decided. */
  async decided(call: GovernedCall, signal: AbortSignal): Promise<ApprovalState> {
    for await (const { type } of this.#runtime.handle(this.#runId(call.id)).events({ signal })) {
      if (type === "approval_decided" || type === "approval_expired") break;
    }
    return this.state(call);
  }

  /** What waits for a person in this session. */
  async pending(): Promise<readonly PendingApproval[]> {
    const runs = await this.#runtime.runs.list({ sessionId: `claude-${this.#sessionId}` });
    const open = await Promise.all(runs.map(({ runId }) => this.#runtime.approvals({ runId })));
    return open.flat().filter(({ expiresAt }) => !isOver(expiresAt, this.#now()));
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #runId(callId: string): string {
    return `claude-${this.#sessionId}-${callId}`;
  }
}

const registered = new WeakMap<Runtime, Set<string | undefined>>();

function registerOnce(runtime: Runtime, expiresIn: string | undefined): void {
  const known = registered.get(runtime) ?? new Set();
  if (known.has(expiresIn)) return;
  runtime.registerAgent(approvalAgent(expiresIn));
  registered.set(runtime, known.add(expiresIn));
}

function argsFor({ tool, args }: GovernedCall, reason: string): ApprovalArgs {
  const { confirmation, inputSchema } = tool.own?.spec ?? {};
  const template = confirmation?.promptTemplate;
  const prompt =
    template === undefined || inputSchema === undefined
      ? `Claude asks to call ${tool.id} with ${stringifyJson(args)} (${reason})`
      : renderTemplate(template, args, { schema: inputSchema });
  return { tool: tool.id, args, prompt };
}

function stateIn(events: readonly RunEvent[], { tool, args }: GovernedCall, now: number): ApprovalState {
  const asked = events.find((event) => event.type === "await_confirmation");
  if (asked !== undefined && !(asked.args.tool === tool.id && jsonEqual(asked.args.args, args))) {
    return { type: "declined", reason: "the arguments are not those that were asked about" };
  }
  const answer = events.find((event) => event.type === "approval_decided");
  if (answer?.approved) return { type: "approved" };
  if (answer !== undefined) return { type: "declined", reason: "a person declined this call" };
  // A request may have run out while no process was there to write it down.
  const expiresAt = events.find((event) => event.type === "approval_requested")?.expiresAt;
  const hasEnded = events.some(({ type }) => type === "approval_expired" || type === "run_completed");
  if (!hasEnded && !isOver(expiresAt, now)) return { type: "pending" };
  return { type: "declined", reason: "nobody has approved this call" };
}

function isOver(expiresAt: number | undefined, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
