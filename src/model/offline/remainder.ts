/** What is left of a request when the words that chose the tool are taken off its front: "search the docs for X" is X. */
import { isConnective, isWordOf, stemsOf } from "./words.ts";

/** Empty when nothing is left. */
export function remainderOf(request: string, toolName: string): string {
  const words = request.trim().split(/\s+/);
  const first = words.findIndex((word) => !isConnective(bare(word)) && !belongsToTool(bare(word), toolName));
  return (first === -1 ? [] : words.slice(first)).join(" ").replace(/[.!,;]+$/, "");
}

function belongsToTool(word: string, toolName: string): boolean {
  const stems = stemsOf(word);
  return stems.length > 0 && stems.every((stem) => isWordOf(toolName, stem));
}

function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}
