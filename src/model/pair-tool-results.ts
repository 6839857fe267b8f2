/**
 * Puts a transcript into the one shape every provider accepts: each assistant message with calls is followed at once
 * by one message with exactly one result per call, in the order of the calls. Nothing is dropped: a call without a
 * result is told so, and a result without a call is told as text.
 */
import type { Message, ToolResultPart, ToolResultsMessage } from "../run/message.ts";
import { resultAsUserMessage } from "./tool-history-as-text.ts";

const NO_RESULT = "No result was recorded for this call: it may or may not have run.";

export function pairToolResults(messages: readonly Message[]): Message[] {
  const paired: Message[] = [];
  for (const turn of turnsOf(messages)) {
    if (isPaired(turn)) {
      paired.push(...turn);
      continue;
    }
    const results = turn.filter((message) => message.role === "tool").flatMap((message) => message.results);
    for (const message of turn) {
      if (message.role === "tool") continue;
      paired.push(message);
      if (message.role === "assistant") paired.push(...answers(message.content, results));
    }
    paired.push(...results.map(resultAsUserMessage));
  }
  return paired;
}

/** The transcripts of runs are as they should be; seeing that is cheaper than making them so again on every turn. */
function isPaired([first, second, ...rest]: readonly Message[]): boolean {
  if (first?.role !== "assistant" || rest.some(({ role }) => role === "tool")) return false;
  const calls = first.content.filter((part) => part.type === "tool_use");
  if (second?.role !== "tool") return calls.length === 0;
  const { results } = second;
  return calls.length === results.length && calls.every(({ id }, index) => results[index]?.id === id);
}

/** An assistant message opens a turn. Results belong to their turn, wherever in it they stand. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [[]];
  for (const message of messages) {
    if (message.role === "assistant") turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns;
}

/** Takes the results of these calls out of `results`. */
function answers(
  content: Extract<Message, { role: "assistant" }>["content"],
  results: ToolResultPart[],
): ToolResultsMessage[] {
  const answered = content
    .filter((part) => part.type === "tool_use")
    .map(({ id, name }): ToolResultPart => {
      const index = results.findIndex((result) => result.id === id);
      const [result] = index === -1 ? [] : results.splice(index, 1);
      return result ?? { id, name, content: NO_RESULT, isError: true };
    });
  return answered.length === 0 ? [] : [{ role: "tool", results: answered }];
}
