/**
 * Anthropic tools. Relies on `input_schema` being JSON Schema draft 2020-12 with two limits the API enforces on the
 * whole request: the root is an object without `oneOf`, `allOf` or `anyOf`, and property names match
 * `^[a-zA-Z0-9_.-]{1,64}$`.
 */
import type { Dialect } from "./dialect.ts";

export const anthropic: Dialect = {
  keywords: "all",
  allowsAtRoot: (keyword) => keyword !== "oneOf" && keyword !== "allOf" && keyword !== "anyOf",
  optionalProperties: true,
  openObjects: true,
  emptyObjects: true,
  references: true,
  enumValues: "any",
  nullType: true,
  propertyName: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, unwanted: /[^a-zA-Z0-9_.-]/g, longest: 64 },
};
