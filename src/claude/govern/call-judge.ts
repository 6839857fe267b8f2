/**
 * Judges every call of a governed session: first the policy with the tool's arguments, then, where the rules or the
 * tool want one, a person, and last the budget. Whoever asks, hook, permission callback or handler, gets one answer.
 */
import type { DeniedBy } from "../../call/tool-call.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { decide } from "../../policy/decide.ts";
import type { Decision } from "../../policy/decision.ts";
import type { Policy, Rules } from "../../policy/rules.ts";
import type { ClaudeApprovals } from "./claude-approvals.ts";
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
  /** A query that stops keeps one open call: of two that wait, the CLI would forget the first. */
  readonly whilePending: "stop" | "wait";
}

export class CallJudge {
  readonly #options: CallJudgeOptions;
  /** The call at which the query stops. */
  #stoppedAt: string | undefined;

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
    if (this.#stopsAt(call)) {
      // Taken before anything is awaited: calls of one turn are judged side by side.
      if (this.#stoppedAt !== undefined && this.#stoppedAt !== call.id) return denied("person", ONE_AT_A_TIME);
      this.#stoppedAt = call.id;
    }
    const state = await approvals.ask(call, reason);
    if (state.type === "pending") return { type: this.#stopsAt(call) ? "stop" : "wait" };
    // Not when a subagent's call was decided: the main loop may have stopped in the meantime.
    if (this.#stoppedAt === call.id) this.#stoppedAt = undefined;
    return state.type === "approved" ? { type: "allow" } : denied("person", state.reason);
  }

  /** Only the main loop can be stopped and resumed; a subagent's call is waited for. */
  #stopsAt({ isNested }: GovernedCall): boolean {
    return this.#options.whilePending === "stop" && !isNested;
  }
}

const ONE_AT_A_TIME = "another call of this turn waits for a person's approval; ask for this one again afterwards";

/** What a rule wants of an argument is told along, so that Claude can ask for what it may have. */
function explained({ reason, violation }: Extract<Decision, { effect: "deny" }>): string {
  if (violation === undefined) return reason;
  return `${reason} (${violation.constraint}: ${stringifyJson(violation.expected)})`;
}

function denied(by: DeniedBy, reason: string): Extract<Verdict, { type: "deny" }> {
  return { type: "deny", by, reason: `Permission denied: ${reason}` };
}
