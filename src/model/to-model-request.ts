/** One turn's question as a model call, and the way back from the wire names it uses. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { PlanInput } from "../run/plan.ts";
import { wireName, wireNames } from "../tool/wire-name.ts";
import { type ConversationMemory, toolNamesIn } from "./conversation-memory.ts";
import type { ModelPlannerOptions } from "./model-planner-options.ts";
import type { CacheCheckpoints } from "./prompt-cache.ts";
import { providerFamily } from "./provider-family.ts";
import { toFunctionTools } from "./to-function-tools.ts";
import { toPrompt } from "./to-prompt.ts";
import { toToolChoice } from "./tool-choice.ts";

export interface ModelRequest {
  readonly callOptions: LanguageModelV4CallOptions;
  /** A name the model made up stays as it is, for the run to say that there is no such tool. */
  readonly toToolName: (wireName: string) => string;
}

export interface ModelRequestOptions
  extends Pick<
    ModelPlannerOptions,
    "instructions" | "temperature" | "maxOutputTokens" | "reasoning" | "toolChoice" | "providerOptions"
  > {
  readonly model: LanguageModelV4;
  readonly checkpoints: CacheCheckpoints;
  readonly memory: ConversationMemory;
  readonly isFirst: boolean;
}

export function toModelRequest(input: PlanInput, options: ModelRequestOptions): ModelRequest {
  const { model, checkpoints, memory, isFirst, toolChoice = "auto" } = options;
  // The finalize turn offers nothing, whatever it was given.
  const tools = input.finalize === undefined ? input.tools : [];
  const settled = memory.recall(input.messages);
  const latest = input.messages.slice(settled.length);
  // Tools that were called earlier and may not be offered any more still need a name.
  const names = wireNames([...tools.map(({ name }) => name), ...settled.toolNames, ...toolNamesIn(latest)]);
  const toWireName = (toolName: string) => names.toWire(toolName) ?? wireName(toolName);
  const family = providerFamily(model);
  const prompt = toPrompt(input.messages, {
    instructions: options.instructions,
    closing: input.finalize?.message,
    toWireName,
    settled,
    providerKey: family === "other" ? (model.provider.split(".")[0] ?? model.provider) : family,
    // Bedrock drops calls and results from a request without tools, and with them what the answer is made of.
    toolHistory: family === "bedrock" && tools.length === 0 ? "text" : "parts",
    afterSystem: checkpoints.afterSystem,
  });
  const callOptions: LanguageModelV4CallOptions = { prompt };
  if (tools.length > 0) {
    callOptions.tools = toFunctionTools(tools, { toWireName, afterTools: checkpoints.afterTools });
    callOptions.toolChoice = toToolChoice(toolChoice, { tools, isFirst, toWireName });
  }
  const { temperature, maxOutputTokens, reasoning, providerOptions } = options;
  if (temperature !== undefined) callOptions.temperature = temperature;
  if (maxOutputTokens !== undefined) callOptions.maxOutputTokens = maxOutputTokens;
  if (reasoning !== undefined) callOptions.reasoning = reasoning;
  if (providerOptions !== undefined) callOptions.providerOptions = providerOptions;
  return { callOptions, toToolName: (name) => names.toId(name) ?? name };
}
