import { expect, test } from "vitest";
import { createToolContext } from "../../runtime/tool-context.ts";
import { defineTool } from "../define-tool.ts";
import { compileSchema } from "./compiled-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

const plain: JsonSchema = { type: "object", properties: { n: { type: "number" } } };

test("a schema is made ready once: the same object gives the same document and the same validator", async () => {
  const compiled = compileSchema(plain, "input");
  expect(compileSchema(plain, "input")).toBe(compiled);
  expect(compiled.document("draft-07")).toBe(compiled.document("draft-07"));
  const validator = await compiled.load();
  expect(compiled.validator).toBe(validator);
  expect(await compiled.load()).toBe(validator);
});

test("two calls that come first together wait for one compilation", async () => {
  const compiled = compileSchema({ ...plain }, "input");
  expect(compiled.validator).toBeUndefined();
  const [one, other] = await Promise.all([compiled.load(), compiled.load()]);
  expect(one).toBe(other);
});

test("a schema that cannot be compiled says so each time it is asked for", async () => {
  const compiled = compileSchema({ type: "object", properties: { n: { type: "nonsense" as "null" } } }, "input");
  const first = await compiled.load().catch((error) => error.message);
  expect(first).toContain("data/properties/n/type");
  await expect(compiled.load()).rejects.toThrow(first);
});

test("a library describes its schema once for each draft, however many tools and calls share it", async () => {
  const described: string[] = [];
  const describe = ({ target }: { target: string }) => {
    described.push(target);
    return { type: "object", properties: { n: { type: "number" } } };
  };
  const input = {
    "~standard": {
      version: 1,
      vendor: "counting",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: describe, output: describe },
    },
  } as const;
  expect(described).toEqual([]);
  for (const name of ["one", "other"]) {
    const tool = defineTool({ name, description: "Count", input, execute: () => "done" });
    expect(tool.definition.parameters).toMatchObject({ properties: { n: { type: "number" } } });
    for (let call = 0; call < 3; call++) await tool.executeRaw('{"n":1}', createToolContext());
  }
  expect(described.sort()).toEqual(["draft-07", "draft-2020-12"]);
});
