/**
 * Finds a foreign tool's JSON Schema. The three places are tried in a fixed order and the first that exists decides:
 * one that holds something else than an object is an error, never a reason to look further.
 */
import { isObject, jsonTypeOf } from "../../json/json.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { isFunctionTool } from "./function-tool.ts";
import { ToolValidationError } from "./tool-errors.ts";
import { fieldOf, isOwnTool, nameOf } from "./tool-like.ts";

const PLACES = [["parametersJsonSchema"], ["functionSchema", "jsonSchema"], ["toolDef", "parametersJsonSchema"]];

/** The schema itself, not a copy. Of a tool of ours: what a model is offered; of the OpenAI Agents SDK: `parameters`. */
export function getParametersJsonSchema(tool: unknown): JsonSchema {
  if (!isObject(tool)) throw new ToolValidationError(undefined, `expected a tool, received ${jsonTypeOf(tool)}`);
  if (isOwnTool(tool)) return tool.definition.parameters;

  const places = isFunctionTool(tool) ? [["parameters"]] : PLACES;
  for (const place of places) {
    const schema = place.reduce<unknown>(fieldOf, tool);
    if (schema === undefined) continue;
    if (isObject(schema)) return schema;
    throw new ToolValidationError(
      nameOf(tool),
      `${place.join(".")} has to be a JSON Schema object, but is ${jsonTypeOf(schema)}`,
    );
  }
  const paths = places.map((place) => place.join("."));
  throw new ToolValidationError(
    nameOf(tool),
    `has no JSON Schema; set ${paths.length === 1 ? "" : "one of "}${paths.join(", ")}`,
  );
}
