import { expect, test } from "vitest";
import type { ToolSpec } from "../tool/spec.ts";
import { outputProblem, serverDataProblem } from "./schema-problem.ts";

const schema = {
  type: "object",
  properties: { points: { type: "array" } },
  required: ["points"],
  additionalProperties: false,
} as const;

test("server data has to fit its schema to the letter", async () => {
  const problemWith = (data: object) => serverDataProblem("t", [{ kind: "chart", schema, data: { ...data } }]);
  expect(await problemWith({ points: [1] })).toBeUndefined();
  expect(await problemWith({ points: "many" })).toBe(
    't ran, but its server data of the kind "chart" does not fit the schema declared for it:\n- data.points: expected array, received "many"',
  );
  expect(await problemWith({ points: [], more: 1 })).toContain("data.more: unknown key");
});

test("a result that stands for a tool's own has to fit its output schema; a key too many does no harm", async () => {
  const spec = { id: "t", outputSchema: schema } as unknown as ToolSpec;
  expect(await outputProblem(spec, { points: [], more: 1 })).toBeUndefined();
  expect(await outputProblem(spec, {})).toBe(
    "the result does not fit the output schema of t:\n- result.points: required, but missing (expected array)",
  );
  expect(await outputProblem(spec, "words")).toContain("result: expected object");
  expect(await outputProblem({ id: "t" } as ToolSpec, "words")).toBeUndefined();
});
