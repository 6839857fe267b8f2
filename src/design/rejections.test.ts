/** Every way a design is refused or doubted, each with its code and the call it is told at. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ProblemCode, problemCodes } from "./problem-code.ts";
import { problemsOf } from "./testing/problems-of.ts";
import type { Rejections } from "./testing/rejection.ts";
import { callRejections } from "./testing/rejections/calls.ts";
import { nameRejections } from "./testing/rejections/names.ts";
import { policyRejections } from "./testing/rejections/policies.ts";
import { referenceRejections } from "./testing/rejections/references.ts";
import { repetitionRejections } from "./testing/rejections/repetitions.ts";
import { serviceRejections } from "./testing/rejections/services.ts";
import { templateRejections } from "./testing/rejections/templates.ts";
import { toolRejections } from "./testing/rejections/tools.ts";
import { toolsetRejections } from "./testing/rejections/toolsets.ts";
import { typeRejections } from "./testing/rejections/types.ts";

const rejections: Rejections = {
  ...callRejections,
  ...repetitionRejections,
  ...nameRejections,
  ...referenceRejections,
  ...typeRejections,
  ...toolsetRejections,
  ...toolRejections,
  ...templateRejections,
  ...policyRejections,
  ...serviceRejections,
};

const cases = Object.entries(rejections).flatMap(([code, list]) =>
  list.map((rejection, index) => ({ code: code as ProblemCode, rejection, title: `${code} ${index + 1}` })),
);

test.each(cases)("$title is told at its call", ({ code, rejection }) => {
  const problems = problemsOf(rejection.design);
  const found = problems.filter((problem) => problem.code === code);
  expect(found, JSON.stringify(problems)).not.toEqual([]);
  const [problem] = found.filter((each) => sourceAt(each).startsWith(rejection.at));
  expect(problem, `${rejection.at} among ${JSON.stringify(found)}`).toBeDefined();
  if (rejection.path !== undefined) expect(problem?.path).toBe(rejection.path);
  if (rejection.message !== undefined) expect(problem?.message).toMatch(rejection.message);
  if (rejection.hint !== undefined) expect(problem?.hint).toMatch(rejection.hint);
});

test("every code has a rejection here", () => {
  expect(Object.keys(rejections).sort()).toEqual(Object.keys(problemCodes).sort());
});

const sources = new Map<string, readonly string[]>();

/** The text of the source from a position on. */
function sourceAt({ file, line, column }: { file: string; line: number; column: number }): string {
  if (file === "") return "";
  const lines = sources.get(file) ?? readFileSync(file, "utf8").split("\n");
  sources.set(file, lines);
  return lines[line - 1]?.slice(column - 1) ?? "";
}
