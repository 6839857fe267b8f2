/** The texts in what the Messages API streams, and what they stand for. */
import type { SDKPartialAssistantMessage } from "@anthropic-ai/claude-agent-sdk";
import { isObject, type JsonValue } from "../../json/json.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import { projectSchema } from "../../tool/projection/project-schema.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";

export type StreamEvent = SDKPartialAssistantMessage["event"];

export function textOfDelta(delta: Extract<StreamEvent, { type: "content_block_delta" }>["delta"]): string | undefined {
  switch (delta.type) {
    case "text_delta":
      return delta.text;
    case "thinking_delta":
      return delta.thinking;
    case "input_json_delta":
      return delta.partial_json;
    default:
      return undefined;
  }
}

export function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((block: unknown) =>
    isObject(block) && typeof block.text === "string" ? block.text : stringifyJson(block),
  );
  return texts.join("\n");
}

export function parsedOrText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** A call's input as the caller's schema has it. Text that is no JSON stays text, for the caller's check to report. */
export function decodedInput(json: string, schema: JsonSchema | undefined): string {
  if (json === "") return "{}";
  const input = parsedOrText(json);
  if (schema === undefined || typeof input === "string") return json;
  return stringifyJson(projectSchema(schema, "anthropic").decode(input as JsonValue));
}
