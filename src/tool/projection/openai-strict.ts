/**
 * OpenAI function tools with `strict: true`. Relies on the documented subset of Structured Outputs: the root is an
 * object and no union; every object lists all its properties as required and is closed; `anyOf`, `enum`, `$defs` and
 * recursive `$ref` are understood, `$ref` without neighbours; strings may have `pattern` and some formats, numbers their
 * ranges, arrays their sizes. Composition (`allOf`, `not`, `if`, `dependent*`), `oneOf`, `default`, tuples and string
 * lengths are refused with the whole request. The limits on the size of a whole schema are not checked here.
 */
import { type Dialect, isRegular } from "./dialect.ts";

const FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);

export const openaiStrict: Dialect = {
  keywords: new Set([
    "title",
    "pattern",
    "format",
    "multipleOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
  ]),
  allows(keyword, value, type) {
    if (keyword === "format") return type === "string" && FORMATS.has(value as string);
    return keyword !== "pattern" || isRegular(value);
  },
  allowsAtRoot: () => true,
  optionalProperties: false,
  openObjects: false,
  emptyObjects: true,
  references: true,
  enumValues: "scalars",
  nullType: true,
};
