import { expect, test } from "vitest";
import type { ServerDataDeclaration, ToolSpec } from "../tool/spec.ts";
import { forTimeline, sortServerData, takeServerDataChoice } from "./server-data.ts";

function spec(serverData: ServerDataDeclaration[], more: Partial<ToolSpec> = {}): ToolSpec {
  return { id: "t", serverData, ...more } as ToolSpec;
}

const chart: ServerDataDeclaration = { kind: "chart", audience: "timeline" };
const produced = [{ kind: "chart", data: 1 }];

test("the reserved argument is taken out of the arguments of tools that declare server data, and of no others", () => {
  expect(takeServerDataChoice(spec([chart]), { a: 1, server_data: "off" })).toEqual({ args: { a: 1 }, choice: "off" });
  expect(takeServerDataChoice(spec([chart]), { a: 1 })).toEqual({ args: { a: 1 } });
  expect(takeServerDataChoice(spec([]), { server_data: "off" })).toEqual({ args: { server_data: "off" } });
});

test("auto, an unknown word and null say nothing; what is no word is a problem", () => {
  for (const server_data of ["auto", "perhaps", null]) {
    expect(takeServerDataChoice(spec([chart]), { server_data })).toEqual({ args: {} });
  }
  expect(takeServerDataChoice(spec([chart]), { server_data: true })).toEqual({
    args: {},
    problem: 'server_data has to be "auto", "on" or "off", not boolean',
  });
});

test.each([
  ["on unless declared off", {}, undefined, true],
  ["the tool's default", { serverDataDefault: "off" }, undefined, false],
  ["the model's word over the default", { serverDataDefault: "off" }, "on", true],
  ["the model declines", {}, "off", false],
] as const)("optional entries: %s", (_, more, choice, isKept) => {
  expect(sortServerData(spec([chart], more), produced, choice).kept).toHaveLength(isKept ? 1 : 0);
});

test("an entry's own mode counts over the tool's default, and always over everything", () => {
  const off = spec([{ ...chart, mode: "off" }]);
  expect(sortServerData(off, produced).kept).toEqual([]);
  expect(sortServerData(off, produced, "on").kept).toHaveLength(1);
  const always = spec([{ ...chart, mode: "always" }], { serverDataDefault: "off" });
  expect(sortServerData(always, produced, "off").kept).toHaveLength(1);
});

test("internal data is kept nowhere, evidence is not for the timeline", () => {
  const both = spec([
    { kind: "a", audience: "internal" },
    { kind: "b", audience: "evidence" },
  ]);
  const { kept, reminders } = sortServerData(both, [
    { kind: "a", data: 1 },
    { kind: "b", data: 2 },
  ]);
  expect(kept).toEqual([{ kind: "b", audience: "evidence", data: 2 }]);
  expect(forTimeline(kept)).toEqual([]);
  expect(reminders).toEqual([]);
});

test("the planner is told what the user sees, once for each kind, and what was left out", () => {
  const two = spec([{ ...chart, description: "a chart" }]);
  expect(sortServerData(two, [...produced, ...produced]).reminders).toEqual([
    "The user now sees, beside the result of t: a chart. Do not repeat it.",
  ]);
  expect(sortServerData(two, produced, "off").reminders).toEqual([
    't left out optional data for the user; call it again with server_data: "on" to show it.',
  ]);
});

test("what nobody declared is a broken promise, and nothing of it is kept", () => {
  expect(sortServerData(spec([chart]), [...produced, { kind: "other", data: 1 }])).toEqual({
    kept: [],
    reminders: [],
    unproven: [],
    problem: 't returned server data of the kind "other", which it does not declare',
  });
});

test("what declares a schema has yet to be proven, in every audience, unless it was not asked for", () => {
  const schema = { type: "string" } as const;
  for (const audience of ["timeline", "evidence", "internal"] as const) {
    const declared = spec([{ ...chart, audience, schema }]);
    expect(sortServerData(declared, produced).unproven).toEqual([{ kind: "chart", schema, data: 1 }]);
    expect(sortServerData(declared, produced, "off").unproven).toEqual([]);
  }
  expect(sortServerData(spec([chart]), produced).unproven).toEqual([]);
});
