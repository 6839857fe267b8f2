/** How many tokens messages take, roughly: a quarter of their characters. For limits that must hold before any model has counted. */
import type { Message } from "./message.ts";

export function estimatedTokens(messages: readonly Message[]): number {
  return messages.reduce((total, message) => total + tokensOf(message), 0);
}

// Messages never change, and a transcript is measured again on every turn.
const measured = new WeakMap<Message, number>();

function tokensOf(message: Message): number {
  let tokens = measured.get(message);
  if (tokens === undefined) {
    tokens = Math.ceil(JSON.stringify(message).length / 4);
    measured.set(message, tokens);
  }
  return tokens;
}
