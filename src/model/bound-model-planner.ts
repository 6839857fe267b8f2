/** A model planner that knows its model: asks it, under the rate limit, again when that may help, and checks the answer. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { KigumiError } from "../errors/kigumi-error.ts";
import type { PlanInput, Planner, PlannerServices, PlanResult, Usage } from "../run/plan.ts";
import type { Clock } from "../tool/clock.ts";
import { toPlanResult } from "./answer-to-plan.ts";
import { ConversationMemory } from "./conversation-memory.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { ModelError } from "./model-error.ts";
import type { ModelPlannerOptions } from "./model-planner-options.ts";
import { type CacheCheckpoints, type CachePolicy, cacheCheckpoints } from "./prompt-cache.ts";
import { readAnswer } from "./read-answer.ts";
import { retrying } from "./retry.ts";
import { toModelError } from "./to-model-error.ts";
import { type ModelRequest, toModelRequest } from "./to-model-request.ts";

export interface BoundModelPlannerOptions extends Omit<ModelPlannerOptions, "model"> {
  readonly cache: CachePolicy;
  readonly clock: Clock;
}

export class BoundModelPlanner implements Planner {
  readonly #model: LanguageModelV4;
  readonly #options: BoundModelPlannerOptions;
  readonly #checkpoints: CacheCheckpoints;
  readonly #memory = new ConversationMemory();

  constructor(model: LanguageModelV4, options: BoundModelPlannerOptions) {
    this.#model = model;
    this.#options = options;
    this.#checkpoints = cacheCheckpoints(model, options.cache);
  }

  planStart(input: PlanInput, services: PlannerServices): Promise<PlanResult> {
    return this.#plan(input, services, true);
  }

  planResume(input: PlanInput, services: PlannerServices): Promise<PlanResult> {
    return this.#plan(input, services, false);
  }

  async #plan(input: PlanInput, services: PlannerServices, isFirst: boolean): Promise<PlanResult> {
    const { clock, retry, rateLimiter } = this.#options;
    const { signal } = services;
    const request = toModelRequest(input, {
      ...this.#options,
      model: this.#model,
      checkpoints: this.#checkpoints,
      memory: this.#memory,
      isFirst,
    });
    const tokens = rateLimiter === undefined ? 0 : estimateTokens(request.callOptions);
    const wasted: Usage[] = [];
    let hasEmitted = false;
    const watched: PlannerServices = {
      signal,
      emit(delta) {
        hasEmitted = true;
        services.emit(delta);
      },
    };
    const ask = async (): Promise<PlanResult> => {
      await rateLimiter?.acquire(tokens, signal);
      const result = await this.#ask(request, input, watched);
      return { ...result, usage: [...wasted, ...(result.usage ?? [])] };
    };
    // What was streamed cannot be taken back, so only an answer nobody has seen may be asked for again.
    const mayRetry = (error: KigumiError) => {
      if (error instanceof ModelError && error.usage !== undefined) wasted.push(error.usage);
      return !hasEmitted;
    };
    return retrying(ask, { ...retry, clock, signal, mayRetry });
  }

  async #ask(request: ModelRequest, input: PlanInput, { signal, emit }: PlannerServices): Promise<PlanResult> {
    const { rateLimiter, prices } = this.#options;
    const answer = await readAnswer(this.#model, request.callOptions, {
      signal,
      emit,
      toToolName: request.toToolName,
      toError: (failure) => this.#failed(failure),
    });
    // The provider let the request through, whatever the answer is worth.
    rateLimiter?.succeeded();
    return toPlanResult(answer, { model: this.#model, prices, isFinal: input.finalize !== undefined });
  }

  /** Every refusal for the rate passes here, those in mid-stream too. */
  #failed(failure: unknown): KigumiError {
    const error = toModelError(failure, this.#model, this.#options.clock.now());
    if (error instanceof ModelError && error.kind === "rate_limited") {
      this.#options.rateLimiter?.rateLimited(error.retryAfterMs);
    }
    return error;
  }
}
