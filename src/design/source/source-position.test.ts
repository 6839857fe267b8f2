import { expect, test } from "vitest";
import { CallSite } from "./call-site.ts";
import { comparePositions, userPosition } from "./source-position.ts";

test.each([
  ["    at design (file:///work/my%20app/design.ts:12:5)", { file: "/work/my app/design.ts", line: 12, column: 5 }],
  ["    at file:///work/design.ts?t=171:1:2", { file: "/work/design.ts", line: 1, column: 2 }],
  [
    "    at Object.<anonymous> (/work/a (copy)/design.ts:3:4)",
    { file: "/work/a (copy)/design.ts", line: 3, column: 4 },
  ],
  ["    at async /work/design.ts:3:4", { file: "/work/design.ts", line: 3, column: 4 }],
  ["    at x (file:///C:/work/design.ts:3:4)", { file: "C:/work/design.ts", line: 3, column: 4 }],
  ["chat@http://localhost/design.js:3:4", { file: "http://localhost/design.js", line: 3, column: 4 }],
  ["    at bad (file:///%E0%A4%A:3:4)", { file: "file:///%E0%A4%A", line: 3, column: 4 }],
])("%s is read", (line, position) => {
  expect(userPosition(`Error\n${line}`)).toEqual(position);
});

test("frames of the engine itself are passed over", () => {
  const stack = "Error\n    at Array.map (<anonymous>)\n    at node:internal/x:1:2\n    at /work/design.ts:3:4";
  expect(userPosition(stack)).toEqual({ file: "/work/design.ts", line: 3, column: 4 });
  expect(userPosition("Error\n    at Array.map (<anonymous>)")).toBeUndefined();
});

test("a call site is where the function was called, not where it captures", () => {
  const called = (): CallSite => new CallSite(called);
  const site = called();
  expect(site.position.file).toMatch(/source-position\.test\.ts$/);
  expect(site.position.line).toBeGreaterThan(0);
});

test("positions are ordered by file and then from top to bottom", () => {
  const at = (file: string, line: number, column: number) => ({ file, line, column });
  const ordered = [at("a", 1, 1), at("a", 1, 2), at("a", 2, 1), at("b", 1, 1)];
  expect([...ordered].reverse().sort(comparePositions)).toEqual(ordered);
});
