/** `kigumi gen`: writes the code of a design, tells whether it is current, or keeps it so. */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Command } from "commander";
import { generate, isCurrent, planOutput, writeGenerated } from "../codegen/index.ts";
import { locate } from "../codegen/output/plan-output.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { noteProblems, requireModel } from "./design/load-design.ts";
import { countText } from "./figures.ts";
import { refuseConflicts } from "./gen-command-report.ts";
import { watchDesign } from "./gen-command-watch.ts";
import { existingFile } from "./import-module.ts";
import { createTerminal } from "./open-runtime.ts";
import { pathFrom } from "./source-place.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import type { GlobalOptions, World } from "./world.ts";

interface GenOptions extends GlobalOptions {
  readonly out: string;
  readonly check?: true;
  readonly watch?: true;
}

export function addGenCommand(program: Command, world: World): void {
  program
    .command("gen")
    .description("generate the code of a design")
    .argument("<design>", "the module that exports the design, or its model as JSON")
    .option("--out <folder>", "where the code goes", "gen")
    .option("--check", "write nothing; fail when the code is not current")
    .option("--watch", "generate again whenever the design changes")
    .action((design: string, _options, command: Command) => gen(design, command.optsWithGlobals(), world));
}

async function gen(design: string, options: GenOptions, world: World): Promise<void> {
  if (options.check && options.watch) throw new UsageError("--check writes nothing, so there is nothing to --watch");
  const out = resolve(world.cwd, options.out);
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UsageError(`--out ${options.out} is a file; name the folder where the code goes`);
  }
  if (options.watch) {
    const file = existingFile(design, "designs", world.cwd);
    createTerminal(options, world).note(`watching the folder of ${design}; interrupt to end`);
    return watchDesign({ file, out, isJson: options.json ?? false }, world);
  }
  const terminal = createTerminal(options, world);
  const model = await requireModel(design, terminal, world.cwd);
  noteProblems(model.warnings, terminal, world.cwd);
  const files = generate(model, { out: basename(out) });
  // One file lies beside the folder: every path is told from where the command was run, so that one list has one root.
  const shown = (path: string) => pathFrom(world.cwd, locate(out, path));
  await (options.check ? check : write)({ out, files, shown, terminal });
}

interface GeneratedCode {
  readonly out: string;
  readonly files: ReadonlyMap<string, string>;
  /** A path of `files` as it is printed. */
  readonly shown: (path: string) => string;
  readonly terminal: Terminal;
}

async function write({ out, files, shown, terminal }: GeneratedCode): Promise<void> {
  const report = await writeGenerated(out, files);
  const written = report.written.map(shown);
  const removed = report.removed.map(shown);
  const conflicts = report.conflicts.map((conflict) => ({ ...conflict, path: shown(conflict.path) }));
  const unchanged = report.unchanged.length;
  terminal.json({ type: "generated", out, written, removed, unchanged, conflicts });
  for (const path of written) terminal.line(`wrote ${path}`, "green");
  for (const path of removed) terminal.line(`removed ${path}`, "dim");
  terminal.note(`${countText(written.length, "file")} written, ${removed.length} removed, ${unchanged} as they were`);
  refuseConflicts(conflicts, terminal);
}

async function check({ out, files, shown, terminal }: GeneratedCode): Promise<void> {
  const plan = await planOutput(out, files);
  const stale = plan.write.map(shown);
  const leftOver = plan.remove.map(shown);
  const conflicts = plan.conflicts.map((conflict) => ({ ...conflict, path: shown(conflict.path) }));
  terminal.json({ type: "checked", out, isCurrent: isCurrent(plan), stale, leftOver, conflicts });
  for (const path of stale) terminal.line(`stale ${path}`, "yellow");
  for (const path of leftOver) terminal.line(`left over ${path}`, "yellow");
  const count = stale.length + leftOver.length;
  if (count > 0) {
    throw new KigumiError({
      code: "generated_code_is_stale",
      message: `${countText(count, "file")} ${count === 1 ? "is" : "are"} not current; run kigumi gen`,
    });
  }
  refuseConflicts(conflicts, terminal);
  terminal.note(`${countText(files.size, "file")}, all current`);
}
