/**
 * The formats a design can name, each as JSON Schema says it. Where validators know no format of that name, a pattern or
 * a union that they do know stands for it, so that a declared format is always checked.
 */
import type { JsonSchema } from "../../tool/schema/json-schema.ts";

const wellKnown = [
  "date",
  "date-time",
  "time",
  "duration",
  "uuid",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uri-template",
  "json-pointer",
] as const;

const days = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const months = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

const formats: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ...wellKnown.map((format): [string, JsonSchema] => [format, { format }]),
  ["regexp", { format: "regex" }],
  ["ip", { anyOf: [{ format: "ipv4" }, { format: "ipv6" }] }],
  ["mac", { pattern: "^(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$" }],
  ["cidr", { pattern: "^[0-9A-Fa-f.:]+/[0-9]{1,3}$" }],
  ["json", { contentMediaType: "application/json" }],
  ["rfc1123", { pattern: `^${days}, [0-9]{2} ${months} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} [A-Z]{3,4}$` }],
]);

export const formatNames: readonly string[] = [...formats.keys()];

export function formatSchema(name: string): JsonSchema | undefined {
  return formats.get(name);
}
