/** `kigumi traces`: search, show, follow, judge, export, import and forget what agents were recorded doing. */
import type { Command } from "commander";
import { finiteNumber, wholeNumber } from "./option-values.ts";
import { withRetentionOptions } from "./retention-options.ts";
import { exportCommand } from "./traces/export.ts";
import { importCommand } from "./traces/import.ts";
import { judgesCommand } from "./traces/judges.ts";
import { withTracesOption } from "./traces/open-traces.ts";
import { pruneCommand } from "./traces/prune.ts";
import { searchCommand } from "./traces/search.ts";
import { showCommand } from "./traces/show.ts";
import { tailCommand } from "./traces/tail.ts";
import { withFilterOptions } from "./traces/trace-filter.ts";
import type { World } from "./world.ts";

export function addTracesCommand(program: Command, world: World): void {
  const traces = program.command("traces").description("look at what agents were recorded doing");

  withFilterOptions(withTracesOption(traces.command("search")))
    .description("traces whose spans hold every keyword, the newest first")
    .argument("[keywords...]", "found in inputs or outputs, whatever their case")
    .option("--spans", "single spans instead of traces")
    .option("--limit <count>", "how many", wholeNumber, 20)
    .option("--before <cursor>", "the next page", wholeNumber)
    .action((keywords: string[], _options, command: Command) =>
      searchCommand(keywords, command.optsWithGlobals(), world),
    );
  withTracesOption(traces.command("show"))
    .description("a trace as a tree with durations, or one span with all it holds")
    .argument("<id>", "of a trace or a span")
    .option("--full", "with every input and output")
    .action((id: string, _options, command: Command) => showCommand(id, command.optsWithGlobals(), world));
  withFilterOptions(withTracesOption(traces.command("judges")))
    .description("what judges scored low, gathered by tag")
    .option("--below <score>", "the score to reach", finiteNumber, 0.5)
    .option("--limit <count>", "how many", wholeNumber, 200)
    .action((_options, command: Command) => judgesCommand(command.optsWithGlobals(), world));
  withTracesOption(traces.command("tail"))
    .description("spans as they are written, until interrupted")
    .argument("[traceId]", "only of this trace, from its beginning")
    .option("--limit <count>", "how many to begin with", wholeNumber, 10)
    .option("--no-follow", "only what is there")
    .action((traceId: string | undefined, _options, command: Command) =>
      tailCommand(traceId, command.optsWithGlobals(), world),
    );
  withFilterOptions(withTracesOption(traces.command("export")))
    .description("traces and their spans as lines of JSON, the oldest first")
    .argument("[keywords...]", "found in inputs or outputs")
    .action((keywords: string[], _options, command: Command) =>
      exportCommand(keywords, command.optsWithGlobals(), world),
    );
  withTracesOption(traces.command("import"))
    .description("put exported lines into a file of traces")
    .argument("<file>", "lines of JSON; - for what is piped in")
    .action((file: string, _options, command: Command) => importCommand(file, command.optsWithGlobals(), world));
  withRetentionOptions(withTracesOption(traces.command("prune")))
    .description("forget old traces, whole ones, the oldest first")
    .action((_options, command: Command) => pruneCommand(command.optsWithGlobals(), world));
}
