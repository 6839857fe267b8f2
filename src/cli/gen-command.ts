/** `kigumi gen`: writes the code of a design, tells whether it is current, or keeps it so. */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Command } from "commander";
import { generate, isCurrent, planOutput, writeGenerated } from "../codegen/index.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { noteProblems, requireModel } from "./design/load-design.ts";
import { countText } from "./figures.ts";
import { refuseConflicts } from "./gen-command-report.ts";
import { watchDesign } from "./gen-command-watch.ts";
import { existingFile } from "./import-module.ts";
import { createTerminal } from "./open-runtime.ts";
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
  await (options.check ? check : write)(out, files, terminal);
}

async function write(out: string, files: ReadonlyMap<string, string>, terminal: Terminal): Promise<void> {
  const { written, removed, unchanged, conflicts } = await writeGenerated(out, files);
  terminal.json({ type: "generated", out, written, removed, unchanged: unchanged.length, conflicts });
  for (const path of written) terminal.line(`wrote ${path}`, "green");
  for (const path of removed) terminal.line(`removed ${path}`, "dim");
  terminal.note(
    `${countText(written.length, "file")} written, ${removed.length} removed, ${unchanged.length} as they were`,
  );
  refuseConflicts(conflicts, terminal);
}

async function check(out: string, files: ReadonlyMap<string, string>, terminal: Terminal): Promise<void> {
  const plan = await planOutput(out, files);
  const { write: stale, remove: leftOver, conflicts } = plan;
  terminal.json({ type: "checked", out, isCurrent: isCurrent(plan), stale, leftOver, conflicts });
  for (const path of stale) terminal.line(`stale ${path}`, "yellow");
  for (const path of leftOver) terminal.line(`left over ${path}`, "yellow");
  const count = stale.length + leftOver.length;
  if (count > 0) {
    throw new KigumiError({
      code: "generated_code_is_stale",
      message: `${countText(count, "file")} in ${basename(out)} ${count === 1 ? "is" : "are"} not current; run kigumi gen`,
    });
  }
  refuseConflicts(conflicts, terminal);
  terminal.note(`${countText(files.size, "file")}, all current`);
}
