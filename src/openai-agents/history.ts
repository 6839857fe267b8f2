/**
 * The log of a context: what was asked and what was answered, the latest entries only. It is for people and for
 * templates; the model is never sent it.
 */
import type { AgentInputItem } from "@openai/agents";
import { isObject } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";

export interface HistoryEntry {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface Exchange {
  readonly input: string | readonly AgentInputItem[];
  readonly output: unknown;
}

/** A new list with the exchange at its end, cut from the front to `limit` entries. */
export function appendExchange(
  history: readonly HistoryEntry[],
  { input, output }: Exchange,
  limit: number,
): HistoryEntry[] {
  const asked: HistoryEntry = { role: "user", text: inputText(input) };
  const answered: HistoryEntry = { role: "assistant", text: outputText(output) };
  return [...history, asked, answered].slice(-limit);
}

/** What the user said: of several items, the text of the user's messages. */
function inputText(input: Exchange["input"]): string {
  if (typeof input === "string") return input;
  return input
    .flatMap((item) => ("role" in item && item.role === "user" ? [contentText(item.content)] : []))
    .join("\n");
}

function contentText(content: string | readonly unknown[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (isObject(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

function outputText(output: unknown): string {
  if (output === undefined || output === null) return "";
  return typeof output === "string" ? output : stringifyJson(output);
}
