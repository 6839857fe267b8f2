/** `kigumi run "<text>"`: one request, from the question to the answer. */
import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { attendRun } from "./attend-run.ts";
import { LineReader } from "./line-reader.ts";
import { openApp } from "./open-runtime.ts";
import { personName, sessionId } from "./option-values.ts";
import { Person } from "./person.ts";
import { startRun } from "./start-run.ts";
import { UsageError } from "./usage-error.ts";
import type { GlobalOptions, World } from "./world.ts";

interface RunCommandOptions extends GlobalOptions {
  readonly agent?: string;
  readonly session?: string;
  readonly by?: string;
}

export function addRunCommand(program: Command, world: World): void {
  program
    .command("run")
    .description("ask an agent one thing, and stay until it has answered or waits for somebody")
    .argument("<text...>", "what to ask")
    .option("--agent <id>", "the agent to ask (default: the app's first)")
    .option("--session <id>", "the session the run belongs to (default: a new one)", sessionId)
    .option("--by <name>", "under which name you answer the run's questions (default: your user name)", personName)
    .action((words: string[], _options, command: Command) => run(words.join(" "), command.optsWithGlobals(), world));
}

async function run(text: string, options: RunCommandOptions, world: World): Promise<void> {
  if (text.trim() === "") throw new UsageError("there is nothing to ask; write it after the command");
  const { session = `cli-${randomUUID()}`, by = world.userName, json = false } = options;
  const { signal } = world;
  await using open = await openApp(options, world);
  const { runtime, terminal } = open;
  const runId = await startRun(open, { session, messages: [{ role: "user", content: text }], ...agentOf(options) });
  const isAttended = world.stdin.isTTY === true && world.stdout.isTTY === true && !json;
  if (!isAttended) {
    await attendRun({ open, runId, signal });
    return;
  }
  const reader = new LineReader(world);
  try {
    await attendRun({ open, runId, signal, person: new Person({ runtime, terminal, reader, name: by, signal }) });
  } finally {
    reader.close();
  }
}

function agentOf({ agent }: RunCommandOptions): { agent?: string } {
  return agent === undefined ? {} : { agent };
}
