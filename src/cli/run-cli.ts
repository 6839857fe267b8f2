/**
 * The command line as a function: arguments in, exit code out. 0 is ok, 1 is failed, 2 is a command that was asked for
 * wrongly. An error is one readable line; KIGUMI_DEBUG adds where it came from.
 */
import { Command, CommanderError } from "commander";
import { isAbort } from "../errors/abort.ts";
import { type KigumiError, toKigumiError } from "../errors/kigumi-error.ts";
import { addAnswerCommand } from "./answer-command.ts";
import { addApproveCommand } from "./approve-command.ts";
import { addChatCommand } from "./chat-command.ts";
import { DEFAULT_STORE } from "./describe-question.ts";
import { addDesignCommand } from "./design-command.ts";
import { addEvalCommand } from "./eval-command.ts";
import { addGenCommand } from "./gen-command.ts";
import { createTerminal } from "./open-runtime.ts";
import { addPolicyCommand } from "./policy-command.ts";
import { addReplayCommand } from "./replay-command.ts";
import { addRunCommand } from "./run-command.ts";
import { addRunsCommand } from "./runs-command.ts";
import { addTracesCommand } from "./traces-command.ts";
import { UsageError } from "./usage-error.ts";
import type { World } from "./world.ts";

export async function runCli(args: readonly string[], world: World): Promise<number> {
  try {
    await createProgram(world).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    report(error, args, world);
    return error instanceof CommanderError || error instanceof UsageError ? 2 : 1;
  }
}

function createProgram(world: World): Command {
  const program = new Command("kigumi")
    .description("agents and their tools, in a terminal")
    .option("--store <file>", "the file the runs live in", DEFAULT_STORE)
    .option("--app <file>", "the module that registers agents (default: kigumi.app in package.json)")
    .option("--json", "one JSON object per line, for programs")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
      // Reported below, with every other error.
      outputError: () => {},
    });
  for (const add of [
    addChatCommand,
    addRunCommand,
    addRunsCommand,
    addApproveCommand,
    addAnswerCommand,
    addReplayCommand,
    addTracesCommand,
    addPolicyCommand,
    addEvalCommand,
    addDesignCommand,
    addGenCommand,
  ]) {
    add(program, world);
  }
  return program;
}

function report(thrown: unknown, args: readonly string[], world: World): void {
  // Help that was printed for want of a command says it all.
  if (thrown instanceof CommanderError && thrown.code === "commander.help") return;
  const error = asError(thrown, world);
  const json = args.includes("--json");
  createTerminal({ json }, world).json({ type: "error", code: error.code, message: error.message });
  if (!json) createTerminal({ json }, world).note(`error: ${error.message}`, "red");
  if (world.env.KIGUMI_DEBUG) world.stderr.write(`${(error.cause as Error | undefined)?.stack ?? error.stack}\n`);
}

function asError(thrown: unknown, { signal }: World): KigumiError {
  if (isAbort(thrown, signal))
    return toKigumiError("interrupted; the run goes on when its agents are back", "interrupted");
  if (thrown instanceof CommanderError) return new UsageError(thrown.message.replace(/^error: /, ""));
  return toKigumiError(thrown);
}
