/** What the offline model says: what it is, what the tools returned, and what to do for more. Nothing is made up here. */
import type { OfflineCall } from "./plan-calls.ts";
import type { Conversation, ReportedResult } from "./read-conversation.ts";

const LONGEST_QUOTE = 600;
const WHAT_I_AM = "I am the offline model: I match words to tools and understand nothing.";

export function writeAnswer({ question, results }: Conversation, toolNames: readonly string[]): string {
  if (results.length > 0) return [WHAT_I_AM, ...results.map(report)].join("\n\n");
  // Asked to say something without tools, such as to summarize: to repeat it is all that loses nothing.
  if (toolNames.length === 0) return `${WHAT_I_AM} I have no tools here. You said: ${shortened(question)}`;
  return `${WHAT_I_AM} Nothing in your message matches a tool. I have: ${toolNames.join(", ")}. Register a model for real answers.`;
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
  return `${toolName} ${isError ? "failed" : "returned"}: ${shortened(text)}`;
}

function shortened(text: string): string {
  const characters = [...text.trim()];
  if (characters.length === 0) return "nothing";
  const more = characters.length - LONGEST_QUOTE;
  return characters.slice(0, LONGEST_QUOTE).join("") + (more > 0 ? ` … (${more} more characters)` : "");
}
