/** Runs an agent of a design with a planner that follows a script, and tells what the planner was shown. */
import {
  createMemoryEngine,
  createRuntime,
  type DesignOptions,
  type PlanInput,
  type PlannedCall,
  type Planner,
  type PlanResult,
  type Runtime,
  type RuntimeOptions,
} from "kigumi";
import { evaluate } from "kigumi/design";

export interface ScriptedPlanner extends Planner {
  /** Every question so far, in order. */
  readonly inputs: readonly PlanInput[];
}

/** Each turn makes these calls, or answers; a planner whose script is over, or who has to finish, says "done". */
export function scripted(...turns: readonly (readonly PlannedCall[] | PlanResult)[]): ScriptedPlanner {
  const inputs: PlanInput[] = [];
  const plan = async (input: PlanInput): Promise<PlanResult> => {
    inputs.push(input);
    const turn = input.finalize === undefined ? turns[inputs.length - 1] : undefined;
    if (turn === undefined) return { finalResponse: { text: "done" } };
    return Array.isArray(turn) ? { toolCalls: turn } : (turn as PlanResult);
  };
  return { inputs, planStart: plan, planResume: plan };
}

/** Agents that are given no planner have one that only says "done". */
export async function open(
  module: object,
  options: Omit<DesignOptions, "design"> & Partial<RuntimeOptions>,
): Promise<Runtime> {
  const design = evaluate(module);
  const idle = Object.fromEntries(design.agents.map(({ id }) => [id, scripted()]));
  const planners = { ...idle, ...options.planners };
  return createRuntime({ engine: createMemoryEngine(), design, ...options, planners });
}

export const GO = [{ role: "user", content: "go" }] as const;

/** Everything a planner was told by the system, in order. */
export function systemTexts({ messages }: PlanInput): readonly string[] {
  return messages.flatMap((message) => (message.role === "system" ? [message.content] : []));
}
