/** Finds the tool calls a model asked for, in whichever of the usual forms its provider gives them. */
import { isObject, type JsonValue } from "../../json/json.ts";
import { parsedJson } from "./parsed-json.ts";

/** As the provider gave it; `name` is found for every form. */
export interface ToolCallRecord {
  readonly name: string;
  readonly id?: string;
  readonly arguments?: JsonValue;
}

/** Undefined when there are none. */
export function extractToolCalls(output: unknown): readonly ToolCallRecord[] | undefined {
  const calls = callsIn(parsedJson(output));
  return calls.length === 0 ? undefined : calls;
}

/** True for a value that says nothing but tool calls: such a value is not a structured answer. */
export function isOnlyToolCalls(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isOnlyToolCalls);
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return isToolCall(value) || (keys.length === 1 && (keys[0] === "tool_calls" || keys[0] === "function_call"));
}

const callTypes = new Set(["tool_call", "function_call", "tool", "tool_use", "tool-call"]);

function callsIn(value: unknown): ToolCallRecord[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isObject(value)) return [];
  if (isToolCall(value)) return [toRecord(value)];
  const listed = Array.isArray(value.tool_calls) ? value.tool_calls.filter(isObject).map(toRecord) : [];
  const single = isObject(value.function_call) ? [toRecord(value.function_call)] : [];
  // Chat completions put the message inside a choice, Responses and messages put parts in a list.
  const nested = [value.message, value.choices, value.output, value.content].filter(isContainer).flatMap(callsIn);
  return [...listed, ...single, ...nested];
}

function isToolCall(value: Record<string, unknown>): boolean {
  return typeof value.type === "string" && callTypes.has(value.type);
}

function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function toRecord(call: Record<string, unknown>): ToolCallRecord {
  const inner = isObject(call.function) ? call.function : call;
  const name = inner.name ?? inner.toolName ?? call.name ?? "";
  const id = call.call_id ?? call.id ?? call.toolCallId;
  const args = inner.arguments ?? inner.args ?? inner.input;
  return {
    name: String(name),
    ...(typeof id === "string" ? { id } : {}),
    ...(args === undefined ? {} : { arguments: parsedJson(args) as JsonValue }),
  };
}
