/** What a request will roughly weigh: a third of its characters, and 500 for what comes back. Files weigh nothing. */
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";

const CHARACTERS_PER_TOKEN = 3;
const ANSWER_TOKENS = 500;

export function estimateTokens({ prompt, tools = [] }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): number {
  const characters = charactersOf(prompt) + (tools.length === 0 ? 0 : JSON.stringify(tools).length);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + ANSWER_TOKENS;
}

function charactersOf(prompt: LanguageModelV4Prompt): number {
  let characters = 0;
  for (const { content } of prompt) {
    if (typeof content === "string") characters += content.length;
    else for (const part of content) characters += charactersOfPart(part);
  }
  return characters;
}

type Part = Exclude<LanguageModelV4Prompt[number]["content"], string>[number];

function charactersOfPart(part: Part): number {
  if (part.type === "text" || part.type === "reasoning") return part.text.length;
  if (part.type === "tool-call") return JSON.stringify(part.input)?.length ?? 0;
  if (part.type !== "tool-result") return 0;
  const { output } = part;
  if (output.type === "text" || output.type === "error-text") return output.value.length;
  if (output.type !== "content") return JSON.stringify(output).length;
  return output.value.reduce((sum, item) => sum + (item.type === "text" ? item.text.length : 0), 0);
}
