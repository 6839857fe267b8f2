/**
 * The model of a design that a person named: of a module, which is evaluated, or of a JSON file that
 * `kigumi design show --json` has written.
 */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { DesignError, type DesignModel, type DesignProblem, describeProblem, evaluate } from "../../design/index.ts";
import { KigumiError, messageOf } from "../../errors/kigumi-error.ts";
import { isPlainObject } from "../../json/is-plain-object.ts";
import { parseJson } from "../../json/parse-json.ts";
import { countText } from "../figures.ts";
import { existingFile, importModule } from "../import-module.ts";
import { pathFrom } from "../source-place.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export interface LoadedDesign {
  /** Undefined when there are errors among the problems. */
  readonly model: DesignModel | undefined;
  readonly problems: readonly DesignProblem[];
}

export async function loadDesign(named: string, cwd: string): Promise<LoadedDesign> {
  if (extname(named) === ".json") {
    const model = await readModel(named, cwd);
    return { model, problems: model.warnings };
  }
  try {
    const model = evaluate(await importModule(named, "designs", cwd));
    return { model, problems: model.warnings };
  } catch (error) {
    // A function that was called in no block fails while the module is loaded.
    const fault = error instanceof KigumiError && error.code === "module_failed" ? error.cause : error;
    if (fault instanceof DesignError) return { model: undefined, problems: fault.problems };
    throw error;
  }
}

/** For commands that can do nothing without a model: what is wrong with the design is told beside the result. */
export async function requireModel(named: string, terminal: Terminal, cwd: string): Promise<DesignModel> {
  const { model, problems } = await loadDesign(named, cwd);
  if (model !== undefined) return model;
  noteProblems(problems, terminal, cwd);
  throw invalidDesign(named, problems);
}

/** Beside the result, not in it. */
export function noteProblems(problems: readonly DesignProblem[], terminal: Terminal, cwd: string): void {
  for (const problem of problems) {
    terminal.json({ type: "problem", ...problem });
    terminal.note(problemText(problem, cwd), problem.severity === "error" ? "red" : "yellow");
  }
}

export function invalidDesign(named: string, problems: readonly DesignProblem[]): KigumiError {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [
    ...(errors === 0 ? [] : [countText(errors, "problem")]),
    ...(warnings === 0 ? [] : [countText(warnings, "warning")]),
  ];
  return new KigumiError({ code: "invalid_design", message: `${named} has ${counts.join(" and ")}` });
}

/** As a compiler says it, with a path that an editor opens. */
export function problemText(problem: DesignProblem, cwd: string): string {
  return `${problem.severity}: ${describeProblem({ ...problem, file: pathFrom(cwd, problem.file) })}`;
}

const LISTS = ["services", "agents", "toolsets", "registries", "completions", "warnings"] as const;

async function readModel(named: string, cwd: string): Promise<DesignModel> {
  const text = await readFile(existingFile(named, "designs", cwd), "utf8");
  const value = parsed(named, text);
  const model = isPlainObject(value) && value.type === "design" ? value.model : value;
  if (isPlainObject(model) && model.version === 1 && LISTS.every((list) => Array.isArray(model[list]))) {
    return model as unknown as DesignModel;
  }
  throw new UsageError(`${named} holds no model of a design; kigumi design show <design> --json writes one`);
}

function parsed(named: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${named} is ${messageOf(error)}`);
  }
}
