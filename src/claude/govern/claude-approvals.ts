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
import type { ApprovalArgs } from "./approval-agent.ts";
import { ApprovalRequests } from "./approval-requests.ts";
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

export interface AskOptions {
  /** The call cannot wait, because the query stops at another one: Claude is to make it again. */
  readonly isHeld?: boolean;
}

export class ClaudeApprovals {
  readonly #runtime: Runtime;
  readonly #requests: ApprovalRequests;
  readonly #clock: Clock;

  constructor({ runtime, sessionId, clock }: ClaudeApprovalsOptions) {
    this.#runtime = runtime;
    this.#requests = new ApprovalRequests(runtime, sessionId);
    this.#clock = clock;
  }

  /** Asks, unless it was asked before; durable when this resolves. */
  async ask(call: GovernedCall, reason: string, { isHeld = false }: AskOptions = {}): Promise<ApprovalState> {
    const expiresIn = call.tool.own?.spec.confirmation?.expiresIn;
    this.#requests.register(expiresIn);
    const own = await this.#requests.find(call);
    if (own !== undefined) return this.#stateWhenAsked(own, call);
    for (const held of await this.#requests.heldFor(call)) {
      const state = await this.#stateWhenAsked(held.runId, call);
      // Two that cannot wait stand under one request; it is taken over when it is decided, or waited for.
      if (isHeld && state.type === "pending") return state;
      if (await this.#requests.takeOver(held, call)) return state;
    }
    const request = { callId: call.id, ...argsFor(call, reason) };
    const runId = await this.#requests.open(request, { isHeld, ...(expiresIn === undefined ? {} : { expiresIn }) });
    return this.#stateWhenAsked(runId, call);
  }

  /** The answer as it stands; never asks. */
  async state(call: GovernedCall): Promise<ApprovalState> {
    const runId = await this.#requests.find(call);
    return runId === undefined ? { type: "pending" } : this.#stateOf(runId, call);
  }

  /** Resolves when somebody has decided. */
  async decided(call: GovernedCall, signal: AbortSignal): Promise<ApprovalState> {
    const runId = await this.#requests.find(call);
    if (runId === undefined) return { type: "pending" };
    for await (const { type } of this.#runtime.handle(runId).events({ signal })) {
      if (type === "approval_decided" || type === "approval_expired") break;
    }
    return this.#stateOf(runId, call);
  }

  /** What waits for a person in this session. */
  async pending(): Promise<readonly PendingApproval[]> {
    const runs = await this.#requests.list();
    const open = await Promise.all(runs.map(({ runId }) => this.#runtime.approvals({ runId })));
    return open.flat().filter(({ expiresAt }) => !isOver(expiresAt, this.#now()));
  }

  /** What Claude is to be told when its session goes on: the calls it may now make again. Empty when there are none. */
  async news(): Promise<string> {
    const approved: ApprovalArgs[] = [];
    for (const { runId, request } of await this.#requests.held()) {
      const events = await this.#runtime.runs.read(runId, { types: ["approval_decided"] });
      if (events.some((event) => event.type === "approval_decided" && event.approved)) approved.push(request);
    }
    const calls = approved.map(({ tool, args }) => `- ${tool} with ${stringifyJson(args)}`);
    if (calls.length === 0) return "";
    return ["A person has approved these calls; make them again, with exactly these arguments:", ...calls].join("\n");
  }

  /** A process may have ended between writing the request down and asking. */
  async #stateWhenAsked(runId: string, call: GovernedCall): Promise<ApprovalState> {
    for await (const { type } of this.#runtime.handle(runId).events()) {
      if (type === "await_confirmation" || type === "run_completed") break;
    }
    return this.#stateOf(runId, call);
  }

  async #stateOf(runId: string, call: GovernedCall): Promise<ApprovalState> {
    return stateIn(await this.#runtime.runs.read(runId), call, this.#now());
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
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
