/** The schema of a list of globs, as the tools that walk directories take it. */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";

export function globListSchema(description: string): JsonSchema {
  return {
    type: "array",
    items: { type: "string", minLength: 1, maxLength: 500 },
    maxItems: 50,
    default: [],
    description: `${description} Globs are relative to the directory given; one without a slash matches names at any depth.`,
  };
}
