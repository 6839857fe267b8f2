/** A model that asks a scripted endpoint, in the endpoint's own scratch directory. */
import type { AnthropicEndpoint } from "../../testing/index.ts";
import { ClaudeCodeModel } from "../model/claude-code-model.ts";
import type { ClaudeCodeModelSettings } from "../model/model-settings.ts";

export function modelAt({ env }: AnthropicEndpoint, settings: ClaudeCodeModelSettings = {}): ClaudeCodeModel {
  return new ClaudeCodeModel({
    workingDirectory: env.HOME ?? "",
    ...settings,
    queryOptions: { env, ...settings.queryOptions },
  });
}
