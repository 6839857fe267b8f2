/** One line about a call for a user interface: from the runtime's templates, else the tool's own, else its title. */
import type { JsonObject, JsonValue } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { renderTemplate } from "../template/index.ts";
import { clipToLength } from "../tool/output/utf8.ts";
import { resultAsText, type ToolResult } from "../tool/result.ts";
import type { Hints, ToolSpec } from "../tool/spec.ts";

/** By tool id: templates that count over the tool's own. */
export type HintOverrides = Readonly<Record<string, Hints>>;

export interface DisplayHints {
  displayHint(args: JsonObject): string;
  resultHint?(args: JsonObject, result: ToolResult): string;
}

const LONGEST_HINT = 140;

export function displayHints(spec: ToolSpec, overrides: HintOverrides = {}): DisplayHints {
  const templates: Hints = { ...spec.hints, ...(Object.hasOwn(overrides, spec.id) ? overrides[spec.id] : {}) };
  const title = toolTitle(spec);
  const { call, result: done } = templates;
  return {
    displayHint: (args) => line(call, args, title),
    ...(done === undefined
      ? {}
      : { resultHint: (args: JsonObject, result: ToolResult) => line(done, resultData(args, result), title) }),
  };
}

/** The declared title, or the last part of the id as words. */
export function toolTitle({ title, id }: Pick<ToolSpec, "title" | "id">): string {
  if (title !== undefined) return title;
  const words = (id.split(".").at(-1) ?? id).split(/[_-]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

/** A hint is a courtesy: one that cannot be rendered, or says nothing, gives way to the title. */
function line(template: string | undefined, data: JsonValue, title: string): string {
  const text = template === undefined ? "" : attempt(() => renderTemplate(template, data));
  return clipToLength(text.replace(/\s+/g, " ").trim() || title, LONGEST_HINT);
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch {
    return "";
  }
}

function resultData(args: JsonObject, result: ToolResult): JsonObject {
  const value: JsonValue = result.type === "json" ? JSON.parse(stringifyJson(result.value)) : resultAsText(result);
  return { args, result: value, bounds: result.bounds === undefined ? null : { ...result.bounds } };
}
