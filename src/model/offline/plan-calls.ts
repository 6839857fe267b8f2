/** Turns a request into calls: one per clause that names a tool, one per identifier where a tool takes only one. */
import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { JsonObject } from "../../json/json.ts";
import { fromPortSchema } from "../port-schema.ts";
import { chooseTool } from "./choose-tool.ts";
import { fillArguments } from "./fill-arguments.ts";
import { mentionsIn } from "./mentions.ts";
import { stemsOf } from "./words.ts";

export interface OfflineCall {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly madeUp: readonly string[];
}

/** What comes later in a longer message is no request, but something pasted into one. */
const LONGEST_REQUEST = 2_000;

export function planCalls(
  request: string,
  tools: readonly LanguageModelV4FunctionTool[],
  limit: number,
): OfflineCall[] {
  return clausesOf(request.slice(0, LONGEST_REQUEST), tools)
    .flatMap((clause) => callsOf(clause, tools))
    .slice(0, limit);
}

function callsOf(clause: string, tools: readonly LanguageModelV4FunctionTool[]): OfflineCall[] {
  const tool = chooseTool(clause, tools);
  if (tool === undefined) return [];
  const options = { toolName: tool.name, schema: fromPortSchema(tool.inputSchema), request: clause };
  const calls: OfflineCall[] = [];
  let identifiers: readonly string[] | undefined;
  do {
    const { args, madeUp, unused } = fillArguments({ ...options, ...(identifiers && { identifiers }) });
    calls.push({ toolName: tool.name, args, madeUp });
    // No progress means that the tool has no place for names at all.
    if (unused.length === (identifiers ?? mentionsIn(clause).identifiers).length) break;
    identifiers = unused;
  } while (identifiers.length > 0);
  return calls;
}

/**
 * "list the devices and restart web-1" is two requests; "search the docs for stop and restart" is one. A part stands on
 * its own when it has two telling words and names a tool; otherwise it belongs to the part before it.
 */
function clausesOf(request: string, tools: readonly LanguageModelV4FunctionTool[]): string[] {
  // A quoted text is one word, whatever it says.
  if (mentionsIn(request).quoted.length > 0) return [request];
  const parts = request.split(/(\s*(?:[;\n]|,?\s+then\b|,?\s+and(?:\s+then)?\b)\s+)/i);
  const clauses = [parts[0] ?? ""];
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const part = parts[index + 1] ?? "";
    const standsAlone = stemsOf(part).length >= 2 && chooseTool(part, tools) !== undefined;
    if (standsAlone) clauses.push(part);
    else clauses.push(`${clauses.pop()}${parts[index]}${part}`);
  }
  return clauses;
}
