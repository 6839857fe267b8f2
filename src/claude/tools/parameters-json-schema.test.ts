import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import { getParametersJsonSchema } from "./parameters-json-schema.ts";
import { ToolValidationError } from "./tool-errors.ts";

const first = { type: "object", title: "first" };
const second = { type: "object", title: "second" };
const third = { type: "object", title: "third" };

test("FR-004 the schema is found in each of the three places, in both spellings, and is not copied", () => {
  for (const [tool, schema] of [
    [{ name: "t", parametersJsonSchema: first }, first],
    [{ name: "t", parameters_json_schema: first }, first],
    [{ name: "t", functionSchema: { jsonSchema: second } }, second],
    [{ name: "t", function_schema: { json_schema: second } }, second],
    [{ name: "t", toolDef: { parametersJsonSchema: third } }, third],
    [{ name: "t", tool_def: { parameters_json_schema: third } }, third],
  ] as const) {
    expect(getParametersJsonSchema(tool)).toBe(schema);
  }
});

test("FR-004 the first place that exists decides, whatever the spelling of the others", () => {
  const all = {
    parameters_json_schema: first,
    functionSchema: { jsonSchema: second },
    toolDef: { parametersJsonSchema: third },
  };
  expect(getParametersJsonSchema(all)).toBe(first);
  expect(getParametersJsonSchema({ ...all, parameters_json_schema: undefined })).toBe(second);
  expect(getParametersJsonSchema({ ...all, parameters_json_schema: undefined, functionSchema: {} })).toBe(third);
});

test("FR-004 FR-012 a place that holds no object is an error, though a later place would do", () => {
  for (const wrong of ["{}", 7, null, [], true]) {
    for (const [tool, place] of [
      [{ parametersJsonSchema: wrong, toolDef: { parametersJsonSchema: third } }, "parametersJsonSchema"],
      [
        { function_schema: { json_schema: wrong }, toolDef: { parametersJsonSchema: third } },
        "functionSchema.jsonSchema",
      ],
      [{ toolDef: { parametersJsonSchema: wrong } }, "toolDef.parametersJsonSchema"],
    ] as const) {
      const read = () => getParametersJsonSchema({ name: "add", ...tool });
      expect(read).toThrow(ToolValidationError);
      expect(read).toThrow(`tool "add": ${place} has to be a JSON Schema object, but is `);
    }
  }
});

test("edge: a tool with a schema in none of the places says which places there are", () => {
  const read = () => getParametersJsonSchema({ name: "add" });
  expect(read).toThrow(ToolValidationError);
  expect(read).toThrow(
    'tool "add": has no JSON Schema; set one of parametersJsonSchema, functionSchema.jsonSchema, toolDef.parametersJsonSchema',
  );
});

test("what is no tool at all is refused", () => {
  for (const wrong of [null, undefined, "add", 7, [], () => 1]) {
    expect(() => getParametersJsonSchema(wrong)).toThrow(ToolValidationError);
  }
});

test("a tool of ours has the schema that a model is offered", () => {
  const tool = defineTool({ name: "t", description: "", input: z.object({ n: z.number() }), execute: () => 1 });
  expect(getParametersJsonSchema(tool)).toBe(tool.definition.parameters);
});
