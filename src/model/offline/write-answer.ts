/** What the offline model says: what it is, what the tools returned, and what to do for more. Nothing is made up here. */
import type { OfflineCall } from "./plan-calls.ts";
import type { Conversation, ReportedResult } from "./read-conversation.ts";

const LONGEST_RESULT = 600;
const WHAT_I_AM = "I am the offline model: I match words to tools and understand nothing.";

export function writeAnswer({ results }: Conversation, toolNames: readonly string[]): string {
  if (results.length > 0) return [WHAT_I_AM, ...results.map(report)].join("\n\n");
  const offer = toolNames.length === 0 ? "I have no tools here." : `I have: ${toolNames.join(", ")}.`;
  return `${WHAT_I_AM} Nothing in your message matches a tool. ${offer} Register a model for real answers.`;
}

/** Beside the calls, when a value had to come from nowhere. */
export function admitMadeUp(calls: readonly OfflineCall[]): string | undefined {
  const admitted = calls.flatMap(({ toolName, args, madeUp }) =>
    madeUp.map((name) => `${name} of ${toolName} (${JSON.stringify(args[name] ?? null)})`),
  );
  if (admitted.length === 0) return undefined;
  return `${WHAT_I_AM} Your message does not say, so I made up: ${admitted.join(", ")}.`;
}

function report({ toolName, text, isError }: ReportedResult): string {
  const characters = [...text.trim()];
  const shown = characters.slice(0, LONGEST_RESULT).join("");
  const rest = characters.length > LONGEST_RESULT ? ` … (${characters.length - LONGEST_RESULT} more characters)` : "";
  return `${toolName} ${isError ? "failed" : "returned"}: ${shown === "" ? "nothing" : shown}${rest}`;
}
