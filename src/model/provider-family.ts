/**
 * Whose habits a model has. The port names a provider as it likes (`anthropic.messages`, `amazon-bedrock`,
 * `vertex.anthropic.messages`), and a gateway names it in the model id (`anthropic/claude-…`).
 */
import type { ModelIdentity } from "./model-error.ts";

export type ProviderFamily = "anthropic" | "bedrock" | "openai" | "google" | "other";

export function providerFamily({ provider, modelId }: ModelIdentity): ProviderFamily {
  const name = provider.split(".")[0] === "gateway" ? (modelId.split("/")[0] ?? "") : provider;
  const words = name.toLowerCase().split(".");
  // Claude behind Google or AWS, when it is spoken to in Anthropic's own protocol, has Anthropic's habits.
  if (words.includes("anthropic")) return "anthropic";
  if (words[0] === "amazon-bedrock" || words[0] === "bedrock") return "bedrock";
  if (words[0] === "openai") return "openai";
  return words[0] === "google" || words[0] === "vertex" ? "google" : "other";
}
