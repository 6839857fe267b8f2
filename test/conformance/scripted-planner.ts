/** A planner that follows a script, one entry a turn: what a run does with each answer is what the suite looks at. */
import type { PlanInput, Planner, PlanResult } from "../../src/run/plan.ts";

export type PlannerTurn = PlanResult | ((input: PlanInput) => PlanResult | Promise<PlanResult>);

export interface ScriptedPlanner extends Planner {
  /** Every question it was asked. */
  readonly asked: PlanInput[];
}

export function scriptedPlanner(...script: PlannerTurn[]): ScriptedPlanner {
  const asked: PlanInput[] = [];
  const answer = async (input: PlanInput): Promise<PlanResult> => {
    asked.push(input);
    // By turn and not by count: asked again after a crash, a planner answers the same.
    const turn = script[input.run.turn - 1] ?? { finalResponse: { text: "the script is over" } };
    return typeof turn === "function" ? turn(input) : turn;
  };
  return { asked, planStart: answer, planResume: answer };
}

export const call = (name: string, args: object = {}, id = `call_${name}`): PlanResult => ({
  toolCalls: [{ id, name, args: args as never }],
});

export const final = (text: string): PlanResult => ({ finalResponse: { text } });
