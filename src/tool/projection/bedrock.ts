/**
 * Bedrock's Converse API, for whichever model stands behind it. Relies on `toolSpec.inputSchema.json` having a root of
 * type object; Nova reads only `type`, `properties` and `required` there, so there is no room for `$defs` and
 * references are written out. Below the root it is JSON Schema draft 2020-12 with Claude's rule for property names.
 */
import { anthropic } from "./anthropic.ts";
import type { Dialect } from "./dialect.ts";

const ROOT_KEYWORDS = new Set(["type", "properties", "required"]);

export const bedrock: Dialect = {
  ...anthropic,
  allowsAtRoot: (keyword) => ROOT_KEYWORDS.has(keyword),
  references: false,
};
