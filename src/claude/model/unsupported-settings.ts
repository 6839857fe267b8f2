/** What a request may ask of any model, and this one does not do: it says so, and goes on. */
import type { LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";

const UNSUPPORTED = [
  "maxOutputTokens",
  "temperature",
  "topP",
  "topK",
  "stopSequences",
  "presencePenalty",
  "frequencyPenalty",
  "seed",
] as const satisfies readonly (keyof LanguageModelV4CallOptions)[];

export function unsupportedSettings(options: LanguageModelV4CallOptions): SharedV4Warning[] {
  return UNSUPPORTED.filter((setting) => options[setting] !== undefined).map((feature) => ({
    type: "unsupported",
    feature,
    details: "Claude Code decides this itself",
  }));
}
