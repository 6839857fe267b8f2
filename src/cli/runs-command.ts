/** `kigumi runs`: list, follow, search and forget the runs of a store. */
import type { Command } from "commander";
import { Option } from "commander";
import { wholeNumber } from "./option-values.ts";
import { withRetentionOptions } from "./retention-options.ts";
import { listRuns, RUN_STATUSES } from "./runs/list.ts";
import { pruneRuns } from "./runs/prune.ts";
import { searchRuns } from "./runs/search.ts";
import { watchRun } from "./runs/watch.ts";
import type { World } from "./world.ts";

export function addRunsCommand(program: Command, world: World): void {
  const runs = program.command("runs").description("look at runs; alone, it lists them");

  runs
    .command("list", { isDefault: true })
    .description("the newest first")
    .option("--session <id>", "only runs of this session")
    .option("--agent <id>", "only runs of this agent")
    .addOption(new Option("--status <status>", "only runs that are this").choices(RUN_STATUSES))
    .option("--before <runId>", "only runs older than this one: the next page")
    .option("--limit <count>", "how many", wholeNumber, 20)
    .action((_options, command: Command) => listRuns(command.optsWithGlobals(), world));
  runs
    .command("watch")
    .description("follow a run until it ends or waits for somebody; with an app, carry it on when nobody does")
    .argument("<runId>", "the run")
    .action((runId: string, _options, command: Command) => watchRun(runId, command.optsWithGlobals(), world));
  runs
    .command("search")
    .description("events of runs that hold every word, the best matches first")
    .argument("<words...>", "wor* finds what begins so")
    .option("--run <runId>", "only events of this run")
    .option("--limit <count>", "how many", wholeNumber, 20)
    .action((words: string[], _options, command: Command) => searchRuns(words, command.optsWithGlobals(), world));
  withRetentionOptions(runs.command("prune"))
    .description("forget ended runs, whole ones, the oldest first")
    .action((_options, command: Command) => pruneRuns(command.optsWithGlobals(), world));
}
