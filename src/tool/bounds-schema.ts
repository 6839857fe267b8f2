/** The bounds of a result as hints read them: the schema of `ResultBounds`, or null where a result has none. */
import type { JsonSchema } from "./schema/json-schema.ts";

export const BOUNDS_SCHEMA: JsonSchema = {
  type: ["object", "null"],
  properties: {
    returned: { type: "integer" },
    total: { type: "integer" },
    truncated: { type: "boolean" },
    nextCursor: { type: "string" },
    refinementHint: { type: "string" },
  },
  required: ["returned", "truncated"],
  additionalProperties: false,
};
