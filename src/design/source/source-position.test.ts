import { expect, test } from "vitest";
import { CallSite } from "./call-site.ts";
import { comparePositions, userPosition } from "./source-position.ts";

test.each([
  [
    "    at design (file:///designs/my%20app/design.ts:12:5)",
    { file: "/designs/my app/design.ts", line: 12, column: 5 },
  ],
  ["    at file:///designs/design.ts?t=171:1:2", { file: "/designs/design.ts", line: 1, column: 2 }],
  [
    "    at Object.<anonymous> (/designs/a (copy)/design.ts:3:4)",
    { file: "/designs/a (copy)/design.ts", line: 3, column: 4 },
  ],
  ["    at async /designs/design.ts:3:4", { file: "/designs/design.ts", line: 3, column: 4 }],
  ["    at x (file:///C:/designs/design.ts:3:4)", { file: "C:/designs/design.ts", line: 3, column: 4 }],
  ["chat@http://localhost/design.js:3:4", { file: "http://localhost/design.js", line: 3, column: 4 }],
  ["    at bad (file:///%E0%A4%A:3:4)", { file: "file:///%E0%A4%A", line: 3, column: 4 }],
])("%s is read", (line, position) => {
  expect(userPosition(`Error\n${line}`)).toEqual(position);
});

test("frames of the engine itself are passed over", () => {
  const stack = "Error\n    at Array.map (<anonymous>)\n    at node:internal/x:1:2\n    at /designs/design.ts:3:4";
  expect(userPosition(stack)).toEqual({ file: "/designs/design.ts", line: 3, column: 4 });
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
