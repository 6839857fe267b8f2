import type { JsonSchema } from "./json-schema.ts";

/** The schema without some of its keywords. */
export function withoutKeywords(schema: JsonSchema, ...keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
