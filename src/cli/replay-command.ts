/** `kigumi replay <runId>`: a run as its log tells it, event by event, and the proof that the log says one thing only. */
import type { Command } from "commander";
import { KigumiError } from "../errors/kigumi-error.ts";
import { eventDetail } from "./describe-event.ts";
import { openExisting } from "./open-runtime.ts";
import type { GlobalOptions, World } from "./world.ts";

export function addReplayCommand(program: Command, world: World): void {
  program
    .command("replay")
    .description("show every event of a run, and check that its log replays to the state it is in")
    .argument("<runId>", "the run")
    .action((runId: string, _options, command: Command) => replay(runId, command.optsWithGlobals(), world));
}

async function replay(runId: string, options: GlobalOptions, world: World): Promise<void> {
  await using open = await openExisting(options, world, { withApp: false });
  const { runtime, terminal } = open;
  const { events, state, isLegal, problem } = await runtime.replay(runId);
  const startedAt = events[0]?.at ?? 0;
  for (const event of events) {
    terminal.json(event);
    const seconds = `+${((event.at - startedAt) / 1000).toFixed(3)}s`;
    const text = `${String(event.id).padStart(4)}  ${seconds.padStart(10)}  ${event.type.padEnd(24)}  ${eventDetail(event)}`;
    terminal.line(text.trimEnd());
  }
  const status = state?.outcome?.status ?? "open";
  terminal.json({ type: "result", runId, status, events: events.length, isLegal, problem });
  if (!isLegal) {
    const where = problem === undefined ? "" : ` at event ${problem.eventId} (${problem.type}): ${problem.message}`;
    throw new KigumiError({ code: "log_not_legal", message: `the log of run ${runId} does not hold together${where}` });
  }
  terminal.note(`${events.length} events replay to the same state, at once and one by one; the run is ${status}`);
}
