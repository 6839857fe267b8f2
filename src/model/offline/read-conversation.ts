/** What the offline model needs of a prompt: the last thing the user asked, and what tools have said since. */
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { parseJson } from "../../json/parse-json.ts";
import { toolOutputAsText } from "../tool-output-text.ts";

export interface Conversation {
  readonly question: string;
  readonly results: readonly ReportedResult[];
  /** Calls in the whole prompt, so that ids can go on where they stopped. */
  readonly calls: number;
}

export interface ReportedResult {
  readonly toolName: string;
  readonly text: string;
  readonly isError: boolean;
}

export function readConversation(prompt: LanguageModelV4Prompt): Conversation {
  let question = "";
  let results: ReportedResult[] = [];
  let calls = 0;
  for (const message of prompt) {
    if (message.role === "user") {
      const asked = withoutReminders(message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n"));
      if (asked !== "") [question, results] = [spelledOut(asked), []];
    } else if (message.role === "assistant") {
      calls += message.content.filter(({ type }) => type === "tool-call").length;
    } else if (message.role === "tool") {
      for (const part of message.content) {
        if (part.type === "tool-result") results.push({ toolName: part.toolName, ...toolOutputAsText(part.output) });
      }
    }
  }
  return { question, results, calls };
}

/** Reminders are said by the user for want of another speaker; the user did not ask them. */
function withoutReminders(text: string): string {
  return text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, "").trim();
}

/** An agent that is called as a tool is asked in JSON; what it is asked is in the values. */
function spelledOut(asked: string): string {
  if (!asked.startsWith("{")) return asked;
  try {
    return Object.values(parseJson(asked) ?? {})
      .filter((value) => typeof value === "string" || typeof value === "number")
      .join(" ");
  } catch {
    return asked;
  }
}
