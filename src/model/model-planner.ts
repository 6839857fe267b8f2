/**
 * The default planner: one model call per turn. It holds no state between turns, so it can be asked again after a
 * crash and on another machine; it is declared with a model or with the id of one, and bound when it is registered.
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { systemClock } from "../clock/system-clock.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { BoundModelPlanner } from "./bound-model-planner.ts";
import type { ModelPlannerOptions } from "./model-planner-options.ts";
import type { BindablePlanner, PlannerBinding } from "./planner-binding.ts";

export function modelPlanner(options: ModelPlannerOptions): BindablePlanner {
  const bind = (binding: PlannerBinding) => {
    const own = () => (typeof options.model === "string" ? binding.resolveModel(options.model) : options.model);
    const model = binding.model ?? own();
    assertSpeaksV4(model);
    const { cache = {}, clock = systemClock } = binding;
    return new BoundModelPlanner(model, { ...options, cache: options.cache ?? cache, clock });
  };
  const unbound = () => bind({ resolveModel: refuseId });
  return {
    bind,
    planStart: async (input, services) => unbound().planStart(input, services),
    planResume: async (input, services) => unbound().planResume(input, services),
  };
}

function refuseId(id: string): never {
  throw new KigumiError({
    code: "model_not_bound",
    message: `this planner names its model "${id}", and nothing has bound it; register its agent with a runtime that has that model, or pass the model itself`,
    data: { model: id },
  });
}

function assertSpeaksV4(model: LanguageModelV4): void {
  const version: unknown = model?.specificationVersion;
  if (version === "v4") return;
  throw new KigumiError({
    code: "model_incompatible",
    message: `a model has to implement LanguageModelV4, got specification version ${JSON.stringify(version)}; update the provider package to the one for AI SDK 7`,
  });
}
