/** Loads the module of a design and evaluates it; what is wrong is printed as a compiler prints it. */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { DesignError, type DesignModel, type DesignProblem, describeProblem, evaluate } from "../design/index.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { counted } from "./gen-command-report.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

export async function loadModel(file: string, terminal: Terminal): Promise<DesignModel> {
  if (!existsSync(file)) throw new UsageError(`there is no design at ${file}; name the module that exports it`);
  const module: object = await import(pathToFileURL(file).href).catch((cause) => {
    throw new KigumiError({
      code: "design_failed",
      message: `${file} could not be loaded: ${messageOf(cause)}`,
      cause,
    });
  });
  try {
    const model = evaluate(module);
    printProblems(model.warnings, terminal);
    return model;
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    printProblems(error.problems, terminal);
    const count = error.problems.filter(({ severity }) => severity === "error").length;
    const message = `the design has ${counted(count, "problem")}; nothing was generated`;
    throw new KigumiError({ code: error.code, message, cause: error });
  }
}

function printProblems(problems: readonly DesignProblem[], terminal: Terminal): void {
  for (const problem of problems) {
    const { severity } = problem;
    terminal.json({ type: "problem", ...problem });
    terminal.note(`${severity}: ${describeProblem(problem)}`, severity === "error" ? "red" : "yellow");
  }
}
