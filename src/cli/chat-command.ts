/** `kigumi chat`: a conversation with an agent, taken up again where it was left, also in the middle of a run. */
import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { isAbort } from "../errors/abort.ts";
import { messageOf } from "../errors/kigumi-error.ts";
import type { Message } from "../run/message.ts";
import { attendRun } from "./attend-run.ts";
import { LineReader } from "./line-reader.ts";
import { type OpenApp, openApp } from "./open-runtime.ts";
import { personName, sessionId } from "./option-values.ts";
import { Person } from "./person.ts";
import { readConversation, readSessionHistory } from "./session-history.ts";
import { fileOptions, shellWord } from "./shell-command.ts";
import { startRun } from "./start-run.ts";
import type { GlobalOptions, World } from "./world.ts";

interface ChatOptions extends GlobalOptions {
  readonly agent?: string;
  readonly session?: string;
  readonly by?: string;
}

export function addChatCommand(program: Command, world: World): void {
  program
    .command("chat")
    .description("talk with an agent; end with Ctrl-D")
    .option("--agent <id>", "the agent to talk to (default: the app's first)")
    .option("--session <id>", "the session to take up or to begin (default: a new one)", sessionId)
    .option("--by <name>", "under which name you answer questions (default: your user name)", personName)
    .action((_options, command: Command) => chat(command.optsWithGlobals(), world));
}

async function chat(options: ChatOptions, world: World): Promise<void> {
  const { session = `chat-${randomUUID().slice(0, 8)}`, by = world.userName, agent } = options;
  const { signal } = world;
  await using open = await openApp(options, world);
  const { runtime, terminal } = open;
  const reader = new LineReader(world);
  const person = new Person({ runtime, terminal, reader, name: by, signal });
  const attend = (runId: string) => attendOne(open, runId, person, signal);
  try {
    await runtime.sessions.create(session);
    const again = `kigumi chat --session ${shellWord(session)}${fileOptions(options)}`;
    terminal.note(`session ${session}; Ctrl-D ends it, ${again} takes it up again`);
    let { messages, openRunId: runId } = await readSessionHistory(runtime, session);
    if (runId !== undefined) terminal.note(`run ${runId} is not over; going on with it`);
    for (;;) {
      if (runId !== undefined) {
        if (!(await attend(runId))) return;
        messages = await readConversation(runtime, runId);
      }
      const text = await nextMessage(reader, signal);
      if (text === undefined) return;
      const next: Message[] = [...messages, { role: "user", content: text }];
      runId = await startRun(open, { session, messages: next, ...(agent === undefined ? {} : { agent }) });
    }
  } finally {
    reader.close();
  }
}

/** False when the run waits for somebody who is not here. A run that fails ends itself and not the conversation. */
async function attendOne(open: OpenApp, runId: string, person: Person, signal: AbortSignal): Promise<boolean> {
  try {
    return (await attendRun({ open, runId, person, signal })) !== undefined;
  } catch (error) {
    if (isAbort(error, signal)) throw error;
    open.terminal.note(messageOf(error), "red");
    return true;
  }
}

async function nextMessage(reader: LineReader, signal: AbortSignal): Promise<string | undefined> {
  for (;;) {
    const line = await reader.ask("> ", signal);
    if (line === undefined || line.trim() !== "") return line;
  }
}
