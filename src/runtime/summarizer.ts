/** Summarizes a history that has grown too long, with the agent's history model or its own planner. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { KigumiError } from "../errors/kigumi-error.ts";
import { modelPlanner } from "../model/model-planner.ts";
import type { CompressCommand } from "../run/command.ts";
import type { AssistantPart, Message } from "../run/message.ts";
import type { Planner, RunServices } from "../run/plan.ts";
import { partAsText } from "../tool/content-part.ts";
import type { Agent } from "./define-agent.ts";

const INSTRUCTIONS =
  "Summarize the conversation below for someone who has to continue it: what was asked, what was found, what was decided, what is open. Keep names, ids and numbers. Answer with the summary only.";

export function summarizer(
  planner: Planner,
  agent: Agent,
  resolveModel: (id: string) => LanguageModelV4,
): (command: CompressCommand, signal: AbortSignal) => Promise<string> {
  const speaker =
    agent.historyModel === undefined
      ? planner
      : modelPlanner({ model: resolveModel(agent.historyModel), instructions: INSTRUCTIONS });
  return async (command, signal) => {
    const text = command.messages.map(asText).join("\n");
    const result = await speaker.planStart(
      {
        run: { runId: "history", agentId: agent.id, turnId: "history", turn: 1, labels: {} },
        messages: [
          { role: "system", content: INSTRUCTIONS },
          { role: "user", content: text },
        ],
        tools: [],
      },
      quietServices(signal),
    );
    if (result.finalResponse !== undefined) return result.finalResponse.text;
    throw new KigumiError({
      code: "history_not_summarized",
      message: `the history of a run of ${agent.id} could not be summarized: the model gave no text`,
    });
  };
}

/** Nobody watches a summary being made, and it belongs to no turn. */
function quietServices(signal: AbortSignal): RunServices {
  return {
    signal,
    emit() {},
    addReminder() {},
    removeReminder() {},
    async renderPrompt(id) {
      throw new KigumiError({ code: "prompt_not_found", message: `a summary renders no prompts, not even "${id}"` });
    },
  };
}

function asText(message: Message): string {
  switch (message.role) {
    case "system":
      return `system: ${message.content}`;
    case "user":
      return `user: ${typeof message.content === "string" ? message.content : message.content.map(partAsText).join("\n")}`;
    case "assistant":
      return `assistant: ${message.content.map(assistantText).join(" ")}`;
    case "tool":
      return message.results.map(({ name }) => `${name}: (result)`).join("\n");
  }
}

function assistantText(part: AssistantPart): string {
  if (part.type === "text") return part.text;
  return part.type === "tool_use" ? `(called ${part.name})` : "";
}
