/** Runtimes from designs, for tests: planners that follow a script, and what a design was told to lack. */
import { evaluate } from "../../design/index.ts";
import { createMemoryEngine } from "../../engine/create-memory-engine.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { PlanInput, PlannedCall, Planner } from "../../run/plan.ts";
import type { DesignedRuntimeOptions, DesignOptions } from "../design/design-options.ts";
import type { Gap } from "../design/gaps.ts";
import { createRuntime } from "../runtime.ts";

export const user = [{ role: "user", content: "go" }] as const;

/** Makes its calls, one turn each, then answers with what it read last. */
export function caller(...calls: PlannedCall[]): Planner & { readonly inputs: PlanInput[] } {
  const inputs: PlanInput[] = [];
  const plan = async (input: PlanInput) => {
    inputs.push(input);
    const call = calls[inputs.length - 1];
    if (call !== undefined && input.finalize === undefined) return { toolCalls: [call] };
    const last = input.messages.findLast((message) => message.role === "tool");
    return { finalResponse: { text: String(last?.results.at(-1)?.content ?? "done") } };
  };
  return { planStart: plan, planResume: plan, inputs };
}

export const silent: Planner = caller();

export async function gapsOf(options: DesignedRuntimeOptions): Promise<readonly Gap[]> {
  const error = await createRuntime(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!KigumiError.isInstance(error) || error.code !== "incomplete_design") throw error ?? new Error("it was complete");
  return (error.data as { gaps: readonly Gap[] }).gaps;
}

export function designed(module: object, options: Omit<DesignOptions, "design">): DesignedRuntimeOptions {
  return { engine: createMemoryEngine(), design: evaluate(module), ...options };
}
