/**
 * The command line as a function: arguments in, exit code out. 0 is ok, 1 is failed, 2 is a command that was asked for
 * wrongly. An error is one readable line; KIGUMI_DEBUG adds where it came from.
 */
import { Command, CommanderError } from "commander";
import { isAbort } from "../errors/abort.ts";
import { didYouMean } from "../errors/did-you-mean.ts";
import { type KigumiError, toKigumiError } from "../errors/kigumi-error.ts";
import { addAnswerCommand } from "./answer-command.ts";
import { addApproveCommand } from "./approve-command.ts";
import { addChatCommand } from "./chat-command.ts";
import { addDesignCommand } from "./design-command.ts";
import { addEvalCommand } from "./eval-command.ts";
import { addGenCommand } from "./gen-command.ts";
import { createTerminal } from "./open-runtime.ts";
import { addPolicyCommand } from "./policy-command.ts";
import { addReplayCommand } from "./replay-command.ts";
import { addRunCommand } from "./run-command.ts";
import { addRunsCommand } from "./runs-command.ts";
import { DEFAULT_STORE } from "./shell-command.ts";
import { addTracesCommand } from "./traces-command.ts";
import { UsageError } from "./usage-error.ts";
import type { World } from "./world.ts";

export async function runCli(args: readonly string[], world: World): Promise<number> {
  const program = createProgram(world);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    // Help that was printed for want of a command says it all.
    if (thrown instanceof CommanderError && thrown.code === "commander.help") return 2;
    const error = thrown instanceof CommanderError ? misread(thrown, program, args) : asError(thrown, world);
    report(error, args, world);
    return error instanceof UsageError ? 2 : 1;
  }
}

function createProgram(world: World): Command {
  const program = new Command("kigumi")
    .description("agents and their tools, in a terminal")
    .option("--store <file>", "the file the runs live in", DEFAULT_STORE)
    .option("--app <file>", "the module that registers agents (default: kigumi.app in package.json)")
    .option("--json", "one JSON object per line, for programs")
    .version(world.version, "-V, --version", "the version of kigumi")
    .configureHelp({ showGlobalOptions: true })
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

function report(error: KigumiError, args: readonly string[], world: World): void {
  const json = args.includes("--json");
  createTerminal({ json }, world).json({ type: "error", code: error.code, message: error.message });
  if (!json) createTerminal({ json }, world).note(`error: ${error.message}`, "red");
  if (world.env.KIGUMI_DEBUG) world.stderr.write(`${(error.cause as Error | undefined)?.stack ?? error.stack}\n`);
}

function asError(thrown: unknown, { signal }: World): KigumiError {
  if (isAbort(thrown, signal))
    return toKigumiError("interrupted; the run goes on when its agents are back", "interrupted");
  return toKigumiError(thrown);
}

/** Names the help of the command that the arguments came to. */
function misread({ code, message }: CommanderError, program: Command, args: readonly string[]): UsageError {
  const path = ["kigumi"];
  let reached = program;
  for (const arg of args) {
    const next = reached.commands.find((command) => command.name() === arg);
    if (next === undefined) continue;
    reached = next;
    path.push(arg);
  }
  // A command that has a default takes the name of one that is not there for an argument of it.
  const isUnknown = code === "commander.excessArguments" && reached.commands.length > 0;
  const what = isUnknown ? unknownCommand(reached) : message.replace(/^error: /, "").replaceAll("\n", " ");
  return new UsageError(`${what.replace(/\.$/, "")}. See ${path.join(" ")} --help`);
}

/** In the words that are used where there is no default. */
function unknownCommand({ args: [named = ""], commands }: Command): string {
  const meant = didYouMean(
    named,
    commands.map((command) => command.name()),
  );
  return `unknown command '${named}'${meant === undefined ? "" : ` (Did you mean ${meant}?)`}`;
}
