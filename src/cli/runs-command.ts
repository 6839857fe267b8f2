/** `kigumi runs`: the runs of a store, and one of them as it goes on. */
import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import type { RunFilter, RunRecord, RunStatus } from "../engine/run-log.ts";
import { attendRun } from "./attend-run.ts";
import { openExisting } from "./open-runtime.ts";
import type { Style } from "./terminal.ts";
import type { GlobalOptions, World } from "./world.ts";

const STATUSES: readonly RunStatus[] = ["pending", "running", "paused", "completed", "failed", "canceled"];

interface ListOptions extends GlobalOptions {
  readonly session?: string;
  readonly agent?: string;
  readonly status?: RunStatus;
  readonly before?: string;
  readonly limit: number;
}

export function addRunsCommand(program: Command, world: World): void {
  const runs = program.command("runs").description("look at runs");
  runs
    .command("list", { isDefault: true })
    .description("the newest first")
    .option("--session <id>", "only runs of this session")
    .option("--agent <id>", "only runs of this agent")
    .addOption(new Option("--status <status>", "only runs that are this").choices(STATUSES))
    .option("--before <runId>", "only runs older than this one: the next page")
    .option("--limit <count>", "how many", wholeNumber, 20)
    .action((_options, command: Command) => list(command.optsWithGlobals(), world));
  runs
    .command("watch")
    .description("follow a run until it ends or waits for somebody; with an app, carry it on when nobody does")
    .argument("<runId>")
    .action((runId: string, _options, command: Command) => watch(runId, command.optsWithGlobals(), world));
}

async function list(options: ListOptions, world: World): Promise<void> {
  await using open = await openExisting(options, world, { withApp: false });
  const { runtime, terminal } = open;
  const records = await runtime.runs.list(filterOf(options));
  if (records.length === 0) terminal.note("no runs");
  const width = Math.max(...records.map(({ agentId }) => agentId.length), 0);
  for (const record of records) {
    terminal.json({ type: "run", ...record });
    terminal.line(row(record, width), STYLES[record.status]);
  }
}

async function watch(runId: string, options: GlobalOptions, world: World): Promise<void> {
  await using open = await openExisting(options, world, { withApp: true });
  await attendRun({ open, runId, signal: world.signal });
}

const STYLES: Readonly<Partial<Record<RunStatus, Style>>> = { paused: "yellow", failed: "red", canceled: "dim" };

function row({ runId, agentId, status, updatedAt, lastEventId }: RunRecord, agentWidth: number): string {
  const time = new Date(updatedAt).toISOString().slice(0, 19).replace("T", " ");
  const events = `${lastEventId} events`;
  return `${time}  ${status.padEnd(9)}  ${agentId.padEnd(agentWidth)}  ${events.padStart(11)}  ${runId}`;
}

function filterOf({ session, agent, status, before, limit }: ListOptions): RunFilter {
  return {
    limit,
    ...(session === undefined ? {} : { sessionId: session }),
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(status === undefined ? {} : { status }),
    ...(before === undefined ? {} : { before }),
  };
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError("It has to be a whole number above 0.");
}
