/** The templates of the design language's own examples, as they are written there. */
import { expect, test } from "vitest";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import { checkTemplate } from "./check-template.ts";
import { renderTemplate } from "./render-template.ts";
import { parseTemplate } from "./template.ts";

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const strings = { type: "array", items: string } as const;

function object(properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

const examples = [
  {
    name: "CallHintTemplate of search",
    source: "Searching for: {{ .Query }}",
    schema: object({ query: string, limit: integer }, "query"),
    data: { query: "joinery" },
    text: "Searching for: joinery",
  },
  {
    name: "ResultHintTemplate of the tool overview",
    source: "Found {{ len .Documents }} documents",
    schema: object({ documents: strings }, "documents"),
    data: { documents: ["a", "b"] },
    text: "Found 2 documents",
  },
  {
    name: "ResultHintTemplate of search",
    source: "Found {{ .Count }} results",
    schema: object({ count: integer, results: strings }, "count", "results"),
    data: { count: 3, results: [] },
    text: "Found 3 results",
  },
  {
    name: "CallHintTemplate of get_device_status",
    source: "Checking status of {{ .DeviceID }}",
    schema: object({ device_id: string, include_metrics: { type: "boolean" } }, "device_id"),
    data: { device_id: "d-7" },
    text: "Checking status of d-7",
  },
  {
    name: "ResultHintTemplate of get_device_status",
    source: "{{ .DeviceName }}: {{ if .IsOnline }}online{{ else }}offline{{ end }}",
    schema: object(
      { device_name: string, is_online: { type: "boolean" }, last_seen: string },
      "device_name",
      "is_online",
    ),
    data: { device_name: "lamp", is_online: false },
    text: "lamp: offline",
  },
  {
    name: "CallHintTemplate of list_items, without the optional category",
    source: "Listing items{{ with .Category }} in {{ . }}{{ end }}",
    schema: object({ category: string, limit: integer }),
    data: {},
    text: "Listing items",
  },
  {
    name: "CallHintTemplate of list_items, with the optional category",
    source: "Listing items{{ with .Category }} in {{ . }}{{ end }}",
    schema: object({ category: string, limit: integer }),
    data: { category: "tools" },
    text: "Listing items in tools",
  },
  {
    name: "ResultHintTemplate of list_items",
    source: "{{ .Total }} items{{ if .Truncated }} (truncated){{ end }}",
    schema: object({ items: strings, total: integer, truncated: { type: "boolean" } }, "items", "total"),
    data: { items: [], total: 12 },
    text: "12 items",
  },
  {
    name: "CallHintTemplate of analyze_data",
    source: "Analyzing {{ .DatasetID }} ({{ .AnalysisType }})",
    schema: object({ dataset_id: string, analysis_type: string, filters: strings }, "dataset_id", "analysis_type"),
    data: { dataset_id: "ds1", analysis_type: "summary" },
    text: "Analyzing ds1 (summary)",
  },
  {
    name: "ResultHintTemplate of analyze_data",
    source: "{{ count .Insights }} insights in {{ .ProcessingTimeMs }}ms",
    schema: object({ insights: strings, processing_time_ms: integer }, "insights", "processing_time_ms"),
    data: { insights: ["x", "y"], processing_time_ms: 41 },
    text: "2 insights in 41ms",
  },
  {
    name: "the helpers join, count and truncate",
    source: '{{ join .Tags ", " }} | {{ count .Results }} items | {{ truncate .Query 20 }}',
    schema: object({ tags: strings, results: strings, query: string }, "tags", "results", "query"),
    data: { tags: ["a", "b"], results: ["r"], query: "a query that is longer than that" },
    text: "a, b | 1 items | a query that is long",
  },
  {
    name: "Confirmation PromptTemplate of dangerous_write",
    source: "Approve write: set {{ .Key }} to {{ .Value }}",
    schema: object({ key: string, value: string }, "key", "value"),
    data: { key: "mode", value: "on" },
    text: "Approve write: set mode to on",
  },
  {
    name: "Confirmation DeniedResultTemplate of dangerous_write",
    source: '{"summary":"Cancelled","key":"{{ .Key }}"}',
    schema: object({ key: string, value: string }, "key", "value"),
    data: { key: "mode", value: "on" },
    text: '{"summary":"Cancelled","key":"mode"}',
  },
  {
    name: "Confirmation helpers json and quote",
    source: '{"value":{{ json .Value }},"note":{{ json .Note }}} {{ quote .Key }}',
    schema: object({ key: string, value: { type: "object" }, note: string }, "key", "value"),
    data: { key: 'a "b"', value: { on: true } },
    text: '{"value":{"on":true},"note":null} "a \\"b\\""',
  },
];

test.each(examples)("$name renders, and fits its schema", ({ source, schema, data, text }) => {
  const template = parseTemplate(source);
  expect(template.render(data, { schema })).toBe(text);
  expect(checkTemplate(template, schema)).toEqual([]);
});

test("templates see JSON keys as well as their Go spellings", () => {
  const data = { query: "x", device_id: 1, deviceName: "n", api_url: "u", user_ids: [7], HTTPServer: "s" };
  expect(renderTemplate("{{ .query }} {{ .device_id }} {{ .deviceName }}", data)).toBe("x 1 n");
  expect(renderTemplate("{{ .Query }} {{ .DeviceID }} {{ .DeviceName }} {{ .APIURL }}", data)).toBe("x 1 n u");
  expect(renderTemplate("{{ .DeviceId }} {{ .UserIDs }} {{ .UserIds }} {{ .HTTPServer }}", data)).toBe("1 [7] [7] s");
});
