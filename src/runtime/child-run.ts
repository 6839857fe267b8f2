/** Between a call and the run of another agent that answers it: how the run begins, and what its end means. */
import type { JsonObject, JsonValue } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { StartChildCommand } from "../run/command.ts";
import type { EventOf, ToolOutcome } from "../run/event.ts";
import type { FailureKind } from "../run/failure.ts";
import type { Message } from "../run/message.ts";
import type { CatalogEntry } from "../run/plan-environment.ts";
import { checkBounds } from "../run/result-bounds.ts";
import type { RunPolicy } from "../run/run-policy.ts";
import { outputProblem } from "../run/schema-problem.ts";
import type { RunState } from "../run/state.ts";
import { renderTemplate } from "../template/index.ts";
import { jsonResult, textResult } from "../tool/result.ts";
import type { ToolSpec } from "../tool/spec.ts";
import type { AgentToolset } from "./agent-toolset.ts";

export type ChildStart = Pick<EventOf<"run_started">, "type" | "messages" | "labels" | "policy" | "parent">;

export interface ChildStartOptions {
  readonly toolset: AgentToolset;
  readonly spec: ToolSpec;
  readonly policy: RunPolicy;
}

export function childStart(
  state: RunState,
  { callId, tool, args }: StartChildCommand,
  { toolset, spec, policy }: ChildStartOptions,
): ChildStart {
  const { systemPrompt, passthrough = {} } = toolset;
  const target = Object.hasOwn(passthrough, tool) ? passthrough[tool] : undefined;
  const system: Message[] = systemPrompt === undefined ? [] : [{ role: "system", content: systemPrompt }];
  return {
    type: "run_started",
    messages: [...system, { role: "user", content: childMessage(toolset, spec, args) }],
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
function childMessage({ prompts = {} }: AgentToolset, { id, inputSchema }: ToolSpec, args: JsonObject): string {
  const template = Object.hasOwn(prompts, id) ? prompts[id] : undefined;
  if (template !== undefined) return renderTemplate(template, args, { schema: inputSchema });
  const values = Object.values(args);
  return values.length === 1 && typeof values[0] === "string" ? values[0] : JSON.stringify(args);
}

/** The call that a run answers. Its tool may be gone by then. */
export interface AnsweredCall {
  readonly args: JsonObject;
  readonly entry: CatalogEntry | undefined;
  readonly toolset: AgentToolset | undefined;
}

/** What the parent's planner reads of a run that has ended, and what the parent's user sees of it. */
export async function childOutcome(child: RunState, { args, entry, toolset }: AnsweredCall): Promise<ToolOutcome> {
  const answer = answerOf(child, toolset);
  if ("error" in answer) return failure(child, answer);
  const { content, value } = answer;
  const result = value === undefined ? textResult(content) : jsonResult(value);
  const checked = value === undefined || entry === undefined ? {} : await checkAnswer(entry.spec, value, args);
  if ("problem" in checked) return failure(child, { error: checked.problem, kind: "malformed_result" });
  const { surfaced } = child;
  return {
    type: "success",
    content,
    ...checked,
    ...(surfaced.length === 0 ? {} : { serverData: surfaced }),
    ...(entry?.resultHint === undefined ? {} : { displayHint: entry.resultHint(args, result) }),
  };
}

/** A structured answer is the tool's result, and has to be what the tool promises. */
async function checkAnswer(
  spec: ToolSpec,
  value: JsonValue,
  args: JsonObject,
): Promise<ReturnType<typeof checkBounds>> {
  const problem = await outputProblem(spec, value);
  return problem === undefined ? checkBounds(spec, jsonResult(value), args) : { problem };
}

function failure({ agentId }: RunState, { error, kind }: { error: string; kind: FailureKind }): ToolOutcome {
  const recovery = { action: "correct_call" } as const;
  return { type: "failure", failure: { kind, error: `${agentId}: ${error}`, recovery } };
}

type Answer = { content: string; value?: JsonValue } | { error: string; kind: "internal" | "malformed_result" };

function answerOf(child: RunState, toolset: AgentToolset | undefined): Answer {
  const { outcome } = child;
  if (outcome?.status === "canceled") return { error: "the agent was canceled", kind: "internal" };
  if (outcome?.status !== "completed") {
    return { error: outcome?.error?.publicMessage ?? "the agent failed", kind: "internal" };
  }
  if (outcome.value !== undefined) return inJson(outcome.value);
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
  if (results.length === 1 && only !== undefined) return inJson(only);
  if (results.length > 1 && aggregate !== undefined) return inJson({ [aggregate]: results });
  const found = results.length === 0 ? "no result" : `${results.length} results and no key to hold them; set aggregate`;
  return { error: `the agent was to answer in JSON, and left ${found}`, kind: "malformed_result" };
}

function inJson(value: JsonValue): Answer {
  return { content: JSON.stringify(value), value };
}

function parsedContent(content: unknown): JsonValue {
  if (typeof content !== "string") return content as JsonValue;
  try {
    return parseJson(content);
  } catch {
    return content;
  }
}
