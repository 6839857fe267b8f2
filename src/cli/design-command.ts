/** `kigumi design`: shows the model of a design, says what is wrong with it, and what a change of it breaks. */
import type { Command } from "commander";
import { diffDesigns } from "../design/index.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { designTree } from "./design/design-tree.ts";
import { invalidDesign, loadDesign, problemText, requireModel } from "./design/load-design.ts";
import { treeLines } from "./design/tree-lines.ts";
import { countText } from "./figures.ts";
import { createTerminal } from "./open-runtime.ts";
import type { GlobalOptions, World } from "./world.ts";

const DESIGN = "the module that exports the design, or its model as JSON";

export function addDesignCommand(program: Command, world: World): void {
  const design = program.command("design").description("look at designs, check them, compare them");
  design
    .command("show")
    .description("the services, agents and tools of a design; with --json, its model")
    .argument("<design>", DESIGN)
    .action((named: string, _options, command: Command) => show(named, command.optsWithGlobals(), world));
  design
    .command("check")
    .description("everything that is wrong with a design, or doubtful; exit code 1 when it has no model")
    .argument("<designs...>", DESIGN)
    .option("--strict", "exit code 1 for warnings too")
    .action((named: string[], _options, command: Command) => check(named, command.optsWithGlobals(), world));
  design
    .command("diff")
    .description("what is different between two designs; exit code 1 when something breaks")
    .argument("<before>", DESIGN)
    .argument("<after>", DESIGN)
    .action((before: string, after: string, _options, command: Command) =>
      diff(before, after, command.optsWithGlobals(), world),
    );
}

async function show(named: string, options: GlobalOptions, world: World): Promise<void> {
  const terminal = createTerminal(options, world);
  const model = await requireModel(named, terminal, world.cwd);
  terminal.json({ type: "design", model });
  for (const line of treeLines(designTree(model))) terminal.line(line);
  if (model.warnings.length > 0) {
    terminal.note(`${countText(model.warnings.length, "warning")}; kigumi design check ${named} tells`, "yellow");
  }
}

interface CheckOptions extends GlobalOptions {
  readonly strict?: true;
}

async function check(named: readonly string[], options: CheckOptions, world: World): Promise<void> {
  const terminal = createTerminal(options, world);
  const failures: KigumiError[] = [];
  for (const each of named) {
    const { model, problems } = await loadDesign(each, world.cwd);
    for (const problem of problems) {
      terminal.json({ type: "problem", design: each, ...problem });
      terminal.line(problemText(problem, world.cwd), problem.severity === "error" ? "red" : "yellow");
    }
    if (problems.length === 0) terminal.line(`${each}: no problems`, "green");
    terminal.json({ type: "checked", design: each, isValid: model !== undefined, problems: problems.length });
    if (model === undefined || (options.strict && problems.length > 0)) failures.push(invalidDesign(each, problems));
  }
  const [first] = failures;
  if (first === undefined) return;
  throw new KigumiError({ code: first.code, message: failures.map(({ message }) => message).join("; ") });
}

async function diff(before: string, after: string, options: GlobalOptions, world: World): Promise<void> {
  const terminal = createTerminal(options, world);
  const was = await requireModel(before, terminal, world.cwd);
  const changes = diffDesigns(was, await requireModel(after, terminal, world.cwd));
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  for (const change of changes) {
    const { isBreaking, path, message, code } = change;
    terminal.json({ type: "change", ...change });
    terminal.line(
      `${isBreaking ? "breaking" : "compatible"}  ${path}: ${message} (${code})`,
      isBreaking ? "red" : undefined,
    );
  }
  terminal.json({ type: "result", changes: changes.length, breaking: breaking.length });
  if (changes.length === 0) terminal.line("no differences", "green");
  if (breaking.length === 0) return;
  const message = `${countText(breaking.length, "change")} from ${before} to ${after} may break what relies on it`;
  throw new KigumiError({ code: "breaking_changes", message });
}
