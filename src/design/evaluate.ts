/**
 * Evaluates a design: a module whose exports are its roots. Either there is a model, immutable and with its warnings,
 * or a `DesignError` says everything that is wrong at once. The module is left as it was and may be evaluated again.
 */
import { buildModel } from "./build/build-model.ts";
import { DesignError } from "./design-error.ts";
import { during } from "./evaluation/current-evaluation.ts";
import { Evaluation } from "./evaluation/evaluation.ts";
import { Declaration, isOfAnotherCopy } from "./expressions/declaration.ts";
import type { Root } from "./expressions/root.ts";
import type { DesignModel } from "./model.ts";
import type { DesignProblem } from "./problem.ts";
import { comparePositions } from "./source/source-position.ts";

/** `design`: the namespace of a module, or any object whose values are declarations or lists of them. */
export function evaluate(design: object): DesignModel {
  const evaluation = new Evaluation();
  const model = during(evaluation, () => {
    for (const root of rootsOf(design)) evaluation.reached.root(root);
    evaluation.drain();
    return buildModel(evaluation);
  });
  const problems = [...evaluation.problems].sort(comparePositions);
  if (!hasRoots(evaluation))
    problems.push(Object.values(design).flat().some(isOfAnotherCopy) ? anotherCopy : emptyDesign);
  if (problems.some(({ severity }) => severity === "error")) throw new DesignError(problems);
  return deepFreeze({ ...model, warnings: problems });
}

const kindsOfRoots: ReadonlySet<string> = new Set(["api", "service", "toolset", "registry", "security", "type"]);

/** In the order of the source: a module lists its exports by name. Whatever else it exports is not the design's. */
function rootsOf(design: object): Root[] {
  const values: unknown[] = Object.values(design).flat();
  const roots = values.filter((value): value is Root => value instanceof Declaration && kindsOfRoots.has(value.kind));
  const positions = new Map(roots.map((root) => [root, root.site.position]));
  return [...positions].sort(([, left], [, right]) => comparePositions(left, right)).map(([root]) => root);
}

function hasRoots({ reached: { apis, services, toolsets, registries, securities, types } }: Evaluation): boolean {
  return [apis, services, toolsets, registries, securities, [...types]].some((list) => list.length > 0);
}

const ofTheModule = { severity: "error", path: "", file: "", line: 0, column: 0 } as const;

const emptyDesign: DesignProblem = {
  ...ofTheModule,
  code: "empty_design",
  message: "the module exports nothing that belongs to a design",
  hint: "Export what is declared at its top level: export const desk = Service(…).",
};

const anotherCopy: DesignProblem = {
  ...ofTheModule,
  code: "another_copy",
  message: "the design was declared with another copy of kigumi than the one that evaluates it",
  hint: "Use the one that the design imports: npx kigumi in its folder, or evaluate() of the same package.",
};

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
