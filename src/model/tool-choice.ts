/** Whether a model has to call a tool, as an author says it and as the model port takes it. */
import type { LanguageModelV4ToolChoice } from "@ai-sdk/provider";
import type { ToolDefinition } from "../tool/spec.ts";

/**
 * A forced choice (`required`, or a tool by its id) holds for a run's first turn: forced on every turn, a run could
 * end only by reaching a limit.
 */
export type ToolChoice = "auto" | "none" | "required" | { readonly tool: string };

export interface ToolChoiceTurn {
  readonly tools: readonly ToolDefinition[];
  readonly isFirst: boolean;
  readonly toWireName: (toolName: string) => string;
}

/** A tool that is not offered this time cannot be forced. */
export function toToolChoice(
  choice: ToolChoice,
  { tools, isFirst, toWireName }: ToolChoiceTurn,
): LanguageModelV4ToolChoice {
  if (choice === "auto" || choice === "none") return { type: choice };
  if (!isFirst) return { type: "auto" };
  if (choice === "required") return { type: "required" };
  const isOffered = tools.some(({ name }) => name === choice.tool);
  return isOffered ? { type: "tool", toolName: toWireName(choice.tool) } : { type: "auto" };
}
