/**
 * The arguments of a call as rules have to see them: the author's, not the wire's. Where a strict schema makes a model
 * write null for what it leaves out, the parameter is left out.
 */
import { isObject, type JsonObject } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import { originOf } from "./kigumi-tool.ts";
import type { SdkTool } from "./sdk-types.ts";

/** JSON text or what it stands for. Undefined for anything that is no object. */
export function readToolArguments(tool: SdkTool, raw: unknown): JsonObject | undefined {
  const own = originOf(tool);
  try {
    // An empty text counts as no JSON, too: it is what the SDK shows in place of arguments it could not read itself.
    const args = typeof raw === "string" ? parseJson(raw) : raw;
    if (!isObject(args)) return undefined;
    if (own !== undefined) return own.readArguments(args as JsonObject);
    const isStrict = tool.type === "function" && tool.strict;
    return (isStrict ? withoutNulls(args) : args) as JsonObject;
  } catch {
    return undefined;
  }
}

function withoutNulls(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}
