/**
 * The seam between a planner that is declared and a runtime that has models. A planner may name its model by an id;
 * whoever registers the agent binds the planner once, and every planner, ours or not, goes through the same function.
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Planner } from "../run/plan.ts";
import type { Clock } from "../tool/clock.ts";
import type { CachePolicy } from "./prompt-cache.ts";

export interface PlannerBinding {
  /** The model registered under an id. Throws when there is none. */
  resolveModel(id: string): LanguageModelV4;
  /** Asked instead of the planner's own model. */
  readonly model?: LanguageModelV4 | undefined;
  /** The cache policy of the agent's run policy; the planner's own comes first. */
  readonly cache?: CachePolicy | undefined;
  readonly clock?: Clock | undefined;
}

export interface BindablePlanner extends Planner {
  /** Resolves the model and checks what can be checked before the first call. The planner itself is left as it is. */
  bind(binding: PlannerBinding): Planner;
}

/** A planner that needs nothing of the runtime is returned as it is. */
export function bindPlanner(planner: Planner, binding: PlannerBinding): Planner {
  return isBindable(planner) ? planner.bind(binding) : planner;
}

export function isBindable(planner: Planner): planner is BindablePlanner {
  return "bind" in planner && typeof planner.bind === "function";
}
