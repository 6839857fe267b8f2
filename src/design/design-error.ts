/** A design without a model: everything that is wrong with it, in the order of the source. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { DesignProblem } from "./problem.ts";

export class DesignError extends KigumiError {
  readonly problems: readonly DesignProblem[];

  constructor(problems: readonly DesignProblem[]) {
    const errors = problems.filter(({ severity }) => severity === "error");
    const count = errors.length === 1 ? "a problem" : `${errors.length} problems`;
    super({
      code: "invalid_design",
      message: [`the design has ${count}:`, ...errors.map(describeProblem)].join("\n"),
      data: { problems },
    });
    this.problems = problems;
  }
}

/** `design.ts:12:5 orchestrator › chat: … (unknown_tool)`, then what to do. */
export function describeProblem({ file, line, column, path, message, code, hint }: DesignProblem): string {
  const where = [...(file === "" ? [] : [`${file}:${line}:${column}`]), ...(path === "" ? [] : [path])].join(" ");
  const text = `${where === "" ? "" : `${where}: `}${message} (${code})`;
  return hint === undefined ? text : `${text}\n  ${hint}`;
}
