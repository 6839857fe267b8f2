import { expect, test } from "vitest";
import { checkTemplate } from "./check-template.ts";
import type { DataSchema } from "./schema-reading.ts";
import { parseTemplate } from "./template.ts";

const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    query: { type: "string" },
    device_id: { type: "string" },
    total: { type: ["integer", "null"] },
    items: { type: "array", items: { $ref: "#/$defs/item" } },
    labels: { type: "object", additionalProperties: { type: "string" } },
    owner: { anyOf: [{ $ref: "#/$defs/person" }, { $ref: "#/$defs/team" }, { type: "null" }] },
    pair: { type: "array", prefixItems: [{ $ref: "#/$defs/item" }], items: false },
    extra: { type: "object", properties: { known: { type: "string" } } },
    anything: {},
    elsewhere: { $ref: "https://example.com/schema.json" },
  },
  $defs: {
    item: {
      type: "object",
      additionalProperties: false,
      properties: { name: { type: "string" }, parent: { $ref: "#/$defs/item" } },
    },
    person: { type: "object", additionalProperties: false, properties: { name: { type: "string" } } },
    team: { type: "object", additionalProperties: false, properties: { members: { type: "integer" } } },
  },
} as const satisfies DataSchema;

function problemsOf(source: string, against: DataSchema = schema): string[] {
  return checkTemplate(parseTemplate(source), against).map(({ message }) => message);
}

test("a field that the schema cannot have is a problem, with the one that was meant", () => {
  expect(checkTemplate(parseTemplate("Hi\n{{ .Qurey }}"), schema)).toEqual([
    {
      code: "template_unknown_field",
      message: expect.stringMatching(
        /^\.Qurey cannot exist; did you mean \.Query\? \(existing keys: query, device_id, .*\(template 2:4\)$/,
      ),
      path: ".Qurey",
      line: 2,
      column: 4,
    },
  ]);
  expect(problemsOf("{{ .DeviceID }}{{ .device_id }}{{ .Total }}")).toEqual([]);
  expect(problemsOf("{{ .device_ID }}")).toHaveLength(1);
  expect(problemsOf('{{ index . "querry" }}')).toEqual([
    expect.stringMatching(/^\.\["querry"\] cannot exist; did you mean "query"\?/),
  ]);
});

test("ranges, withs, variables and index are followed", () => {
  expect(problemsOf("{{ range .items }}{{ .Name }}{{ .parent.parent.name }}{{ end }}")).toEqual([]);
  expect(problemsOf("{{ range .items }}{{ .nmae }}{{ end }}")).toEqual([
    ".items[].nmae cannot exist; did you mean .name? (existing keys: name, parent) (template 1:22)",
  ]);
  expect(problemsOf("{{ range $i, $x := .items }}{{ $x.nmae }}{{ $i }}{{ end }}")).toHaveLength(1);
  expect(problemsOf("{{ with $p := .items }}{{ (index $p 0).parent.nmae }}{{ end }}")).toHaveLength(1);
  expect(problemsOf("{{ range .pair }}{{ .nmae }}{{ end }}")).toHaveLength(1);
  expect(problemsOf("{{ range .labels }}{{ .x }}{{ end }}")).toEqual([
    ".labels[].x cannot exist; .labels[] is string and has no fields (template 1:23)",
  ]);
});

test("a mistake around a block is told once, not for everything inside", () => {
  expect(problemsOf("{{ range .itmes }}{{ .name }}{{ .parent }}{{ end }}")).toEqual([
    expect.stringContaining(".itmes cannot exist; did you mean .items?"),
  ]);
});

test("what has no elements cannot be ranged over", () => {
  expect(checkTemplate(parseTemplate("{{ range .total }}{{ end }}"), schema)).toEqual([
    {
      code: "template_not_a_collection",
      message: ".total has no elements to range over or index; it is integer (template 1:10)",
      path: ".total[]",
      line: 1,
      column: 10,
    },
  ]);
  expect(problemsOf("{{ .query.x }}")).toEqual([
    ".query.x cannot exist; .query is string and has no fields (template 1:4)",
  ]);
});

test("a union has what any of its branches has", () => {
  expect(problemsOf("{{ .owner.name }}{{ .owner.members }}")).toEqual([]);
  expect(problemsOf("{{ .owner.nmae }}")).toEqual([
    expect.stringContaining("did you mean .name? (existing keys: name, members)"),
  ]);
  const whole: DataSchema = { type: "object", oneOf: [schema.$defs.person, schema.$defs.team] };
  expect(problemsOf("{{ .name }}{{ .members }}", whole)).toEqual([]);
  expect(problemsOf("{{ .other }}", whole)).toHaveLength(1);
  expect(
    problemsOf("{{ .name }}{{ .members }}{{ .other }}", { allOf: [schema.$defs.person, schema.$defs.team] }),
  ).toHaveLength(1);
});

test("where the schema leaves something open, the template has the benefit of the doubt", () => {
  expect(
    problemsOf("{{ .extra.unknown.deep }}{{ .anything.x }}{{ range .anything }}{{ .y }}{{ end }}{{ .elsewhere.z }}"),
  ).toEqual([]);
  expect(problemsOf('{{ .labels.any }}{{ (or .items .labels).x }}{{ (index .anything "k").x }}')).toEqual([]);
  expect(problemsOf("{{ .x }}", {})).toEqual([]);
  expect(
    problemsOf("{{ .x }}", { type: "object", patternProperties: { "^x": {} }, additionalProperties: false }),
  ).toEqual([]);
  expect(problemsOf("{{ .x }}", { $ref: "#" })).toEqual([]);
  expect(problemsOf("{{ .x }}", { $ref: "#/$defs/nowhere" })).toEqual([]);
  expect(problemsOf("{{ .x }}", { type: 7, properties: [], anyOf: "no schema" })).toEqual([]);
});
