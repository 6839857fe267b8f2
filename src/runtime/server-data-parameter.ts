/** Offers a model the reserved argument of tools that declare server data it may ask for or decline. */
import { SERVER_DATA_FIELD } from "../run/server-data.ts";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import type { ToolDefinition, ToolSpec } from "../tool/spec.ts";

const DESCRIPTION =
  'Whether the user is shown the data that comes with the result: "on", "off", or "auto" for the usual.';

export function withServerDataParameter(definition: ToolDefinition, { serverData = [] }: ToolSpec): ToolDefinition {
  if (serverData.every(({ mode }) => mode === "always")) return definition;
  const { properties = {}, required, ...rest } = definition.parameters;
  // Strict providers take optional arguments only as required ones that may be null.
  const choices = definition.strict ? ["auto", "on", "off", null] : ["auto", "on", "off"];
  const field: JsonSchema = { enum: choices, description: DESCRIPTION };
  return {
    ...definition,
    parameters: {
      ...rest,
      properties: {
        ...properties,
        [SERVER_DATA_FIELD]: { type: definition.strict ? ["string", "null"] : "string", ...field },
      },
      ...(definition.strict ? { required: [...(required ?? []), SERVER_DATA_FIELD] } : required && { required }),
    },
  };
}
