/**
 * What of the transcript a planner sees. A turn begins with a user's message and is never cut in half, so that no call
 * loses its answer; system messages at the beginning always stay. A summary is made once and logged.
 */
import type { CompressCommand } from "./command.ts";
import { estimatedTokens } from "./estimated-tokens.ts";
import type { Message } from "./message.ts";
import type { Compression } from "./run-policy.ts";
import type { RunState } from "./state.ts";

/** The messages for the next turn of the planner. */
export function visibleMessages({ messages, compressed, policy }: RunState): readonly Message[] {
  const system = leadingSystem(messages);
  if (policy.history?.type === "keep_recent_turns") {
    const starts = turnStarts(messages, system);
    const from = starts.at(-policy.history.turns) ?? system;
    return from === system ? messages : [...messages.slice(0, system), ...messages.slice(from)];
  }
  if (compressed === undefined) return messages;
  return [...messages.slice(0, system), summaryMessage(compressed.summary), ...messages.slice(compressed.through)];
}

/** The part of the history that has grown past its trigger. */
export function historyToCompress(state: RunState): CompressCommand | undefined {
  const { messages, compressed, policy } = state;
  if (policy.history?.type !== "compress") return undefined;
  const begin = compressed?.through ?? leadingSystem(messages);
  const starts = turnStarts(messages, begin);
  if (!hasOutgrown(state, starts.length, policy.history)) return undefined;
  const kept = turnsToKeep(messages, starts, policy.history);
  if (starts.length <= kept) return undefined;
  const through = kept === 0 ? messages.length : starts.at(-kept);
  if (through === undefined || through <= begin) return undefined;
  const earlier = compressed === undefined ? [] : [summaryMessage(compressed.summary)];
  return { type: "compress", messages: [...earlier, ...messages.slice(begin, through)], through };
}

function hasOutgrown(state: RunState, turns: number, { triggerAt, triggerAtInputTokens }: Compression): boolean {
  if (triggerAt !== undefined && turns >= triggerAt) return true;
  if (triggerAtInputTokens === undefined) return false;
  if ((state.promptTokens ?? 0) >= triggerAtInputTokens) return true;
  return estimatedTokens(visibleMessages(state)) >= triggerAtInputTokens;
}

function turnsToKeep(
  messages: readonly Message[],
  starts: readonly number[],
  { keepRecent = starts.length, keepInputTokens = Number.POSITIVE_INFINITY }: Compression,
): number {
  let kept = Math.min(keepRecent, starts.length);
  while (kept > 1 && estimatedTokens(messages.slice(starts.at(-kept))) > keepInputTokens) kept--;
  return kept;
}

function leadingSystem(messages: readonly Message[]): number {
  const first = messages.findIndex((message) => message.role !== "system");
  return first === -1 ? messages.length : first;
}

function turnStarts(messages: readonly Message[], from: number): number[] {
  const starts: number[] = [];
  for (let i = from; i < messages.length; i++) if (messages[i]?.role === "user") starts.push(i);
  return starts;
}

function summaryMessage(summary: string): Message {
  return { role: "system", content: `Summary of the conversation so far:\n${summary}` };
}
