import { expect, test } from "vitest";
import type { ToolSpec } from "../../tool/spec.ts";
import { declaredServerData } from "./declared-server-data.ts";

const schema = {
  type: "object",
  properties: { points: { type: "array", items: { type: "integer" } }, unit: { type: "string", default: "kW" } },
  additionalProperties: false,
} as const;
const spec = { serverData: [{ kind: "chart", audience: "timeline", schema }] } as unknown as ToolSpec;

test("of what a method returned goes along what the tool declares; absent and null say nothing", () => {
  const chart = { kind: "chart", data: { points: [1, 2], internalId: 7 } };
  expect(declaredServerData(spec, [chart])).toEqual([{ kind: "chart", data: { points: [1, 2], unit: "kW" } }]);
  expect(declaredServerData(spec, [{ kind: "chart", data: null }])).toEqual([]);
  expect(declaredServerData(spec, [{ kind: "chart", data: undefined }])).toEqual([]);
});
