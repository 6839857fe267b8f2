/** Models and the planner that asks them. */

export type { ModelErrorKind } from "./model-error.ts";
export { ModelError } from "./model-error.ts";
export { modelPlanner } from "./model-planner.ts";
export type { ModelPlannerOptions } from "./model-planner-options.ts";
export { offlineModel } from "./offline-model.ts";
export { type BindablePlanner, bindPlanner, type PlannerBinding } from "./planner-binding.ts";
export type { CachePolicy } from "./prompt-cache.ts";
export { createRateLimiter, type RateLimiter, type RateLimiterOptions } from "./rate-limiter.ts";
export type { RetryPolicy } from "./retry.ts";
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedTurn,
  type SpokenTurn,
  scriptedModel,
  type TurnContent,
} from "./scripted-model.ts";
export type { ToolChoice } from "./tool-choice.ts";
export type { ModelPrices } from "./usage.ts";
