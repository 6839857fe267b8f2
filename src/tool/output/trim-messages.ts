/**
 * Keeps the tool outputs of a conversation within a total budget: while they exceed it, the oldest are replaced by a
 * short note that names their reference. Pure; other messages are never touched, and trimming twice changes nothing more.
 *
 * Rewriting an old message changes the prefix that providers cache, so every trim costs the prompt-cache hits of all
 * messages after it. That is why the budget is explicit: without one, nothing is trimmed.
 */
import type { ContentPart } from "../content-part.ts";
import type { ToolMessage } from "../message.ts";
import { trimmedNotice } from "./notices.ts";
import { utf8Length } from "./utf8.ts";

export interface TrimmedMessages<M> {
  readonly messages: readonly M[];
  /** How many messages were replaced now. */
  readonly trimmed: number;
}

export function trimToolMessages<M extends { readonly role: string }>(
  messages: readonly M[],
  { budgetTokens }: { readonly budgetTokens: number },
): TrimmedMessages<M> {
  let total = 0;
  for (const message of messages) if (isToolMessage(message)) total += tokensOf(message.content);

  let trimmed = 0;
  const kept = messages.map((message) => {
    if (total <= budgetTokens || !isToolMessage(message)) return message;
    const content = trimmedNotice(message.output_ref);
    const saved = tokensOf(message.content) - tokensOf(content);
    // What is as short as the note stays: replacing it would lose the answer and gain nothing.
    if (saved <= 0) return message;
    total -= saved;
    trimmed++;
    return { ...message, content, trimmed: true as const };
  });
  return { messages: kept, trimmed };
}

/** A quarter of the context window, within 20,000 and 60,000 tokens; the upper bound when the window is unknown. */
export function contextBudgetTokens(contextWindow?: number): number {
  if (contextWindow === undefined) return 60_000;
  return Math.min(60_000, Math.max(20_000, Math.floor(contextWindow / 4)));
}

function isToolMessage<M extends { readonly role: string }>(message: M): message is M & ToolMessage {
  return message.role === "tool";
}

/** About four bytes to a token. */
function tokensOf(content: ToolMessage["content"]): number {
  if (typeof content === "string") return Math.ceil(utf8Length(content) / 4);
  return content.reduce((sum, part) => sum + tokensOfPart(part), 0);
}

/** Providers charge an image by its size in pixels, not by its bytes; this is what a large one costs. */
const imageTokens = 1600;

function tokensOfPart(part: ContentPart): number {
  return part.type === "text" ? tokensOf(part.text) : imageTokens;
}
