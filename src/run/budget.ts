/**
 * What a run may spend on its planner, in tokens and in money. An estimate is set aside before a turn and settled
 * after it; a turn that the budget cannot hold is not taken, and the run answers from what it has. That last answer is
 * always afforded.
 */
import { utf8Length } from "../tool/output/utf8.ts";
import type { RunEventBody } from "./event.ts";
import type { Message } from "./message.ts";
import type { Usage } from "./plan.ts";
import type { RunState } from "./state.ts";

const BYTES_PER_TOKEN = 4;

/** What has to be recorded before this turn may be planned; nothing when it has been, or when there is no budget. */
export function reservation(state: RunState, turn: number, messages: readonly Message[]): RunEventBody[] {
  const { budgets } = state.policy;
  if (budgets === undefined || state.reserved?.turn === turn) return [];
  const tokens = estimateTokens(messages);
  if (state.finalizing === undefined) {
    if (budgets.tokens !== undefined && state.spent.tokens + tokens > budgets.tokens) {
      return [{ type: "budget_exhausted", budget: "tokens" }];
    }
    // What a turn will cost is not known before its model has said so.
    if (budgets.cost !== undefined && state.spent.cost >= budgets.cost) {
      return [{ type: "budget_exhausted", budget: "cost" }];
    }
  }
  return [{ type: "budget_reserved", turn, tokens }];
}

export function settlement(state: RunState, turn: number, usage: readonly Usage[]): RunEventBody[] {
  if (state.policy.budgets === undefined) return [];
  const tokens = usage.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  const costs = usage.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const cost = costs.length === 0 ? {} : { cost: costs.reduce((sum, each) => sum + each, 0) };
  return [{ type: "budget_settled", turn, tokens, ...cost }];
}

export function estimateTokens(messages: readonly Message[]): number {
  return Math.ceil(utf8Length(JSON.stringify(messages)) / BYTES_PER_TOKEN);
}
