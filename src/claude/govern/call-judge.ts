/**
 * Judges every call of a governed session: first the policy with the tool's arguments, then, where the rules or the
 * tool want one, a person, and last the budget. Whoever asks, hook, permission callback or handler, gets one answer.
 */
import type { DeniedBy } from "../../call/tool-call.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { decide } from "../../policy/decide.ts";
import type { Decision } from "../../policy/decision.ts";
import type { Policy, Rules } from "../../policy/rules.ts";
import type { ApprovalState, ClaudeApprovals } from "./claude-approvals.ts";
import type { BudgetMeter } from "./claude-budget.ts";
import type { GovernedCall } from "./governed-call.ts";

export type Verdict =
  | { readonly type: "allow" }
  | ({ readonly type: "deny" } & Refusal)
  /** A person has been asked and has not answered: stop here, or stay. */
  | { readonly type: "stop" | "wait" };

export interface Refusal {
  readonly by: DeniedBy;
  /** What Claude is told. */
  readonly reason: string;
  /** The query ends with it. */
  readonly isStop?: boolean;
}

export interface CallJudgeOptions {
  readonly policy?: Rules | Policy | undefined;
  readonly meter: BudgetMeter;
  readonly approvals?: ClaudeApprovals | undefined;
  /** A query that stops keeps one open call: of two, the CLI would forget the first, as if it had not been made. */
  readonly whilePending: "stop" | "wait";
}

export class CallJudge {
  readonly #options: CallJudgeOptions;
  /** The call at which the query stops. */
  #stoppedAt: string | undefined;
  /** The last call of the main loop that may stop the query; the next one is judged after it. */
  #lastInLine: Promise<unknown> = Promise.resolve();

  constructor(options: CallJudgeOptions) {
    this.#options = options;
  }

  async judge(call: GovernedCall): Promise<Verdict> {
    const { policy, meter } = this.#options;
    const { tool, args } = call;
    const decision = policy && decide(policy, tool, args);
    if (decision?.effect === "deny") return denied("policy", explained(decision));
    if (decision?.effect === "confirm" || tool.own?.spec.confirmation !== undefined) {
      const reason = decision?.effect === "confirm" ? decision.reason : `${tool.id} is declared with a confirmation`;
      const answer = await this.#approval(call, reason);
      if (answer.type !== "allow") return answer;
    }
    const admission = meter.admit(call.id);
    if (admission.type === "admitted") return { type: "allow" };
    return { ...denied("cap", admission.reason), ...(admission.isLast ? { isStop: true } : {}) };
  }

  /** The same once more, for a call that waits: resolves when a person has decided. */
  async judgeWhenDecided(call: GovernedCall, signal: AbortSignal): Promise<Verdict> {
    await this.#options.approvals?.decided(call, signal);
    return this.judge(call);
  }

  /** Whether a person has said yes to exactly this call. */
  async isApproved(call: GovernedCall): Promise<boolean> {
    return (await this.#options.approvals?.state(call))?.type === "approved";
  }

  async #approval(call: GovernedCall, reason: string): Promise<Verdict> {
    const { approvals } = this.#options;
    if (approvals === undefined) {
      return denied("policy", `${call.tool.id} needs a person's approval (${reason}), and nobody can be asked here`);
    }
    if (!this.#stopsAt(call)) return verdictOf(await approvals.ask(call, reason), "wait");
    // Calls of one turn are judged side by side, and the first of them that has to wait is the one that can.
    const judged = this.#lastInLine.then(() => this.#stopOrHold(approvals, call, reason));
    this.#lastInLine = judged.catch(() => {});
    return judged;
  }

  async #stopOrHold(approvals: ClaudeApprovals, call: GovernedCall, reason: string): Promise<Verdict> {
    const isHeld = this.#stoppedAt !== undefined && this.#stoppedAt !== call.id;
    const state = await approvals.ask(call, reason, { isHeld });
    if (isHeld) return state.type === "pending" ? denied("person", HELD) : verdictOf(state, "stop");
    this.#stoppedAt = state.type === "pending" ? call.id : undefined;
    return verdictOf(state, "stop");
  }

  /** Only the main loop can be stopped and resumed; a subagent's call is waited for. */
  #stopsAt({ isNested }: GovernedCall): boolean {
    return this.#options.whilePending === "stop" && !isNested;
  }
}

/** Read by Claude when the session goes on, together with the result of the call at which it stopped. */
const HELD =
  "a person has been asked about this call too, and had not answered yet; make it once more, with exactly the same arguments";

function verdictOf(state: ApprovalState, whilePending: "stop" | "wait"): Verdict {
  if (state.type === "pending") return { type: whilePending };
  return state.type === "approved" ? { type: "allow" } : denied("person", state.reason);
}

/** What a rule wants of an argument is told along, so that Claude can ask for what it may have. */
function explained({ reason, violation }: Extract<Decision, { effect: "deny" }>): string {
  if (violation === undefined) return reason;
  return `${reason} (${violation.constraint}: ${stringifyJson(violation.expected)})`;
}

function denied(by: DeniedBy, reason: string): Extract<Verdict, { type: "deny" }> {
  return { type: "deny", by, reason: `Permission denied: ${reason}` };
}
