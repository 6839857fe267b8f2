/** Between a call and the run of another agent that answers it: how the run begins, and what its end means. */

import type { JsonObject, JsonValue } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { StartChildCommand } from "../run/command.ts";
import type { EventOf, ToolOutcome } from "../run/event.ts";
import type { Message } from "../run/message.ts";
import type { RunPolicy } from "../run/run-policy.ts";
import type { RunState } from "../run/state.ts";
import { renderTemplate } from "../template/index.ts";
import type { AgentToolset } from "./agent-toolset.ts";

export type ChildStart = Pick<EventOf<"run_started">, "type" | "messages" | "labels" | "policy" | "parent">;

export function childStart(
  state: RunState,
  { callId, tool, args }: StartChildCommand,
  toolset: AgentToolset,
  policy: RunPolicy,
): ChildStart {
  const { systemPrompt, passthrough = {} } = toolset;
  const target = Object.hasOwn(passthrough, tool) ? passthrough[tool] : undefined;
  const system: Message[] = systemPrompt === undefined ? [] : [{ role: "system", content: systemPrompt }];
  return {
    type: "run_started",
    messages: [...system, { role: "user", content: childMessage(toolset, tool, args) }],
    labels: state.labels,
    policy,
    parent: {
      runId: state.runId,
      agentId: state.agentId,
      callId,
      tool,
      path: [...(state.parent?.path ?? []), state.runId],
      agents: [...(state.parent?.agents ?? []), state.agentId],
      ...(target === undefined ? {} : { passthrough: { tool: target, args } }),
    },
  };
}

/** The template comes first; one text argument speaks for itself; anything more is handed over as it is. */
function childMessage({ prompts = {} }: AgentToolset, tool: string, args: JsonObject): string {
  const template = Object.hasOwn(prompts, tool) ? prompts[tool] : undefined;
  if (template !== undefined) return renderTemplate(template, args);
  const values = Object.values(args);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(args);
}

/** What the parent's planner reads of a run that has ended, and what the parent's user sees of it. */
export function childOutcome(child: RunState, toolset: AgentToolset | undefined): ToolOutcome {
  const answer = answerOf(child, toolset);
  if ("error" in answer) {
    const error = `${child.agentId}: ${answer.error}`;
    return { type: "failure", failure: { kind: answer.kind, error, recovery: { action: "correct_call" } } };
  }
  const { surfaced } = child;
  return { type: "success", content: answer.content, ...(surfaced.length === 0 ? {} : { serverData: surfaced }) };
}

type Answer = { content: string } | { error: string; kind: "internal" | "malformed_result" };

function answerOf(child: RunState, toolset: AgentToolset | undefined): Answer {
  const { outcome } = child;
  if (outcome?.status === "canceled") return { error: "the agent was canceled", kind: "internal" };
  if (outcome?.status !== "completed") {
    return { error: outcome?.error?.publicMessage ?? "the agent failed", kind: "internal" };
  }
  if (outcome.value !== undefined) return { content: JSON.stringify(outcome.value) };
  return toolset?.jsonOnly ? jsonAnswer(child, toolset.aggregate) : { content: outcome.message ?? "" };
}

/** No structured answer: what its tools returned stands for it. */
function jsonAnswer(child: RunState, aggregate: string | undefined): Answer {
  const results = child.messages.flatMap((message) =>
    message.role === "tool"
      ? message.results.filter(({ isError }) => !isError).map(({ content }) => parsedContent(content))
      : [],
  );
  const [only] = results;
  if (results.length === 1 && only !== undefined) return { content: JSON.stringify(only) };
  if (results.length > 1 && aggregate !== undefined) return { content: JSON.stringify({ [aggregate]: results }) };
  const found = results.length === 0 ? "no result" : `${results.length} results and no key to hold them; set aggregate`;
  return { error: `the agent was to answer in JSON, and left ${found}`, kind: "malformed_result" };
}

function parsedContent(content: unknown): JsonValue {
  if (typeof content !== "string") return content as JsonValue;
  try {
    return parseJson(content);
  } catch {
    return content;
  }
}
