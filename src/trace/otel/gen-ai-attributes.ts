/**
 * The OpenTelemetry semantic conventions for generative AI, as of version 1.38 of the conventions. They are still moving:
 * every name is spelled here and nowhere else.
 */
import { isObject } from "../../json/json.ts";
import type { SpanRow } from "../extract/span-row.ts";

export const semanticConventions = "https://opentelemetry.io/schemas/1.38.0";

export type AttributeValue = string | number | boolean;
export type Attributes = Record<string, AttributeValue>;

/** `chat {model}`, `execute_tool {tool}`, `invoke_agent {agent}`; any other span by its type and name. */
export function genAiName(row: SpanRow): string {
  return [operationOf(row) ?? row.span_type, row.name].filter((part) => part !== null && part !== "").join(" ");
}

export function isModelCall({ span_type }: SpanRow): boolean {
  return span_type === "generation" || span_type === "response";
}

export function genAiAttributes(row: SpanRow): Attributes {
  const operation = operationOf(row);
  const usage = parsed(row.usage_json);
  const error = parsed(row.error_json);
  const rubric = parsed(row.rubric_json);
  return defined({
    "gen_ai.operation.name": operation,
    "gen_ai.request.model": operation === "chat" ? row.name : undefined,
    "gen_ai.tool.name": operation === "execute_tool" ? row.name : undefined,
    "gen_ai.agent.name": operation === "invoke_agent" ? row.name : undefined,
    "gen_ai.usage.input_tokens": usage.input_tokens,
    "gen_ai.usage.output_tokens": usage.output_tokens,
    "gen_ai.evaluation.score.value": rubric.score,
    "error.type": row.error_json === null ? undefined : errorType(error),
  });
}

/** What was said: only for those who ask for it. */
export function genAiContent(row: SpanRow): Attributes {
  const isTool = operationOf(row) === "execute_tool";
  return defined({
    [isTool ? "gen_ai.tool.call.arguments" : "gen_ai.input.messages"]: row.input,
    [isTool ? "gen_ai.tool.call.result" : "gen_ai.output.messages"]: row.output,
    "gen_ai.evaluation.explanation": parsed(row.rubric_json).comment,
  });
}

function operationOf(row: SpanRow): "chat" | "execute_tool" | "invoke_agent" | undefined {
  if (isModelCall(row)) return "chat";
  if (row.span_type === "function") return "execute_tool";
  return row.span_type === "agent" ? "invoke_agent" : undefined;
}

function errorType({ data, type }: Record<string, unknown>): unknown {
  return (isObject(data) ? data.type : undefined) ?? type ?? "_OTHER";
}

function parsed(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? undefined : JSON.parse(json);
  return isObject(value) ? value : {};
}

function defined(attributes: Record<string, unknown>): Attributes {
  const isValue = (entry: [string, unknown]): entry is [string, AttributeValue] =>
    ["string", "number", "boolean"].includes(typeof entry[1]);
  return Object.fromEntries(Object.entries(attributes).filter(isValue));
}
