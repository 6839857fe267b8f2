/** One line about a call for a user interface: from the runtime's templates, else the tool's own, else its title. */
import { isObject, type JsonObject, type JsonValue } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { type DataSchema, renderTemplate } from "../template/index.ts";
import { BOUNDS_SCHEMA } from "../tool/bounds-schema.ts";
import { clipToLength } from "../tool/output/utf8.ts";
import { resultAsText, type ToolResult } from "../tool/result.ts";
import type { Hints, ToolSpec } from "../tool/spec.ts";
import { titleOf } from "../tool/tool-title.ts";

/** By tool id: templates that count over the tool's own. */
export type HintOverrides = Readonly<Record<string, Hints>>;

export interface DisplayHints {
  displayHint(args: JsonObject): string;
  resultHint?(args: JsonObject, result: ToolResult): string;
}

const LONGEST_HINT = 140;

export function displayHints(spec: ToolSpec, overrides: HintOverrides = {}): DisplayHints {
  const templates: Hints = { ...spec.hints, ...(Object.hasOwn(overrides, spec.id) ? overrides[spec.id] : {}) };
  const title = spec.title ?? titleOf(spec.id);
  const { call, result: done } = templates;
  const plain = clipToLength(title, LONGEST_HINT);
  const displayHint = (args: JsonObject) =>
    call === undefined ? plain : line(call, args, { title, schema: spec.inputSchema });
  if (done === undefined) return { displayHint };
  const schema = resultSchema(spec);
  return { displayHint, resultHint: (args, result) => line(done, resultData(args, result), { title, schema }) };
}

/** A hint is a courtesy: one that cannot be rendered, or says nothing, gives way to the title. */
function line(template: string, data: JsonValue, { title, schema }: { title: string; schema: DataSchema }): string {
  // With the schema an optional field that was left out reads as nothing; without it, it would be a mistake.
  const text = attempt(() => renderTemplate(template, data, { schema }));
  return clipToLength(text.replace(/\s+/g, " ").trim() || title, LONGEST_HINT);
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch {
    return "";
  }
}

/** A template reads the fields of the result; beside them, `args`, `result` and `bounds` unless the result has its own. */
function resultData(args: JsonObject, result: ToolResult): JsonObject {
  const value: JsonValue = result.type === "json" ? JSON.parse(stringifyJson(result.value)) : resultAsText(result);
  const bounds = result.bounds === undefined ? null : { ...result.bounds };
  return { args, result: value, bounds, ...(isObject(value) ? value : {}) };
}

/** The schema of what `resultData` makes. */
function resultSchema({ inputSchema, outputSchema = {} }: ToolSpec): DataSchema {
  const { type = "object", properties, required = [] } = outputSchema;
  return {
    ...(type === "object" ? outputSchema : {}),
    type: "object",
    properties: { args: inputSchema, result: outputSchema, bounds: BOUNDS_SCHEMA, ...properties },
    required: ["args", "result", "bounds", ...required],
    // References lead from the root of a document, and these two share one now.
    $defs: { ...inputSchema.$defs, ...outputSchema.$defs },
    definitions: { ...inputSchema.definitions, ...outputSchema.definitions },
  };
}
