/**
 * A result that somebody outside provides, held against what the tool declares, as a result of the tool itself would be:
 * its output schema, its bounds, its server data. The planner is told of it in the same words.
 */
import type { JsonValue } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import { jsonResult, partsResult, type ResultExtras, type ToolResult, textResult } from "../tool/result.ts";
import type { ToolOutcome } from "./event.ts";
import type { CatalogEntry } from "./plan-environment.ts";
import { outputProblem } from "./schema-problem.ts";
import type { CallState } from "./state.ts";
import { outcomeOfResult } from "./tool-outcome.ts";

export type CheckedOutcome = { readonly outcome: ToolOutcome } | { readonly problem: string };

/** `entry` is undefined for a tool that is not known here: only the shape of its result can be looked at. */
export async function providedOutcome(
  entry: CatalogEntry | undefined,
  { args, serverData: choice }: Pick<CallState, "args" | "serverData">,
  provided: ToolOutcome,
): Promise<CheckedOutcome> {
  if (!isOutcome(provided)) return { problem: "an outcome is a success with its content, or a failure with its error" };
  if (provided.type === "failure" || entry === undefined) return { outcome: provided };
  const { spec, resultHint } = entry;
  const { content, bounds, serverData, outputRef, displayHint, reminders = [] } = provided;
  const extras = { ...(bounds && { bounds }), ...(serverData && { serverData }) };
  const result = resultOf(content, extras);
  const problem = await contentProblem(entry, result, content);
  if (problem !== undefined) return { problem };

  const hint = resultHint && ((of: ToolResult) => resultHint(args, of));
  const checked = await outcomeOfResult(spec, result, content, { args, serverData: choice, hint });
  if (checked.type === "failure") return { problem: checked.failure.error };
  const said = [...reminders, ...(checked.reminders ?? [])];
  return {
    outcome: {
      ...checked,
      ...(outputRef === undefined ? {} : { outputRef }),
      ...(displayHint === undefined ? {} : { displayHint }),
      ...(said.length === 0 ? {} : { reminders: said }),
    },
  };
}

type Content = Extract<ToolOutcome, { type: "success" }>["content"];

function resultOf(content: Content, extras: ResultExtras): ToolResult {
  if (typeof content !== "string") return partsResult(content, extras);
  const value = parsed(content);
  return value === undefined ? textResult(content, extras) : jsonResult(value, extras);
}

/** Text that reads as JSON may still be meant as text. */
async function contentProblem(
  { spec }: CatalogEntry,
  result: ToolResult,
  content: Content,
): Promise<string | undefined> {
  if (result.type === "parts") return undefined;
  const asText = await outputProblem(spec, content);
  return result.type === "text" || asText === undefined ? asText : outputProblem(spec, result.value);
}

function parsed(content: string): JsonValue | undefined {
  try {
    return parseJson(content);
  } catch {
    return undefined;
  }
}

/** Results come from outside: what their type promises is looked at before it is believed. */
function isOutcome(provided: unknown): boolean {
  const { type, content, failure } = Object(provided) as { type?: unknown; content?: unknown; failure?: unknown };
  if (type === "success") return typeof content === "string" || Array.isArray(content);
  const { error, recovery } = Object(failure) as { error?: unknown; recovery?: { action?: unknown } };
  return type === "failure" && typeof error === "string" && typeof recovery?.action === "string";
}
