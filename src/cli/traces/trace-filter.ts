/** The options that narrow what is looked at, and the query they stand for. */
import { type Command, InvalidArgumentError } from "commander";
import type { NumberRange, SpanQuery, TraceQuery } from "../../trace/trace-store.ts";
import { finiteNumber, type MetadataValues, metadataValue, numberRange, pointInTime } from "../option-values.ts";

export interface FilterOptions {
  readonly since?: Date;
  readonly until?: Date;
  readonly error?: true;
  readonly tool?: string;
  readonly workflow?: string;
  readonly group?: string;
  readonly metadata?: MetadataValues;
  readonly minScore?: number;
  readonly maxScore?: number;
  readonly tokens?: NumberRange;
  readonly cost?: NumberRange;
}

export function withFilterOptions(command: Command): Command {
  return command
    .option("--since <time>", "started no earlier: 30d, 90m, or a time", pointInTime)
    .option("--until <time>", "started no later", pointInTime)
    .option("--error", "something failed")
    .option("--tool <name>", "this tool ran")
    .option("--workflow <name>", "the name of the workflow")
    .option("--group <id>", "the group, such as a conversation")
    .option("--metadata <key=value>", "this metadata; may be given more than once", metadataValue)
    .option("--min-score <score>", "a judge gave at least this", finiteNumber)
    .option("--max-score <score>", "a judge gave at most this", finiteNumber)
    .option("--tokens <range>", "so many tokens: 1000.., ..500, 100..200", numberRange)
    .option("--cost <range>", "at such a cost", numberRange);
}

export function traceQuery(options: FilterOptions, keywords: readonly string[] = []): TraceQuery {
  const { workflow, group, metadata } = options;
  return {
    ...sharedQuery(options, keywords),
    ...(workflow === undefined ? {} : { workflowName: workflow }),
    ...(group === undefined ? {} : { groupId: group }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Workflows, groups and metadata belong to traces: whoever asks for spans cannot ask for those. */
export function spanQuery(options: FilterOptions, keywords: readonly string[] = []): SpanQuery {
  const { workflow, group, metadata } = options;
  if (workflow !== undefined || group !== undefined || metadata !== undefined) {
    throw new InvalidArgumentError("--workflow, --group and --metadata are about traces; leave out --spans");
  }
  return sharedQuery(options, keywords);
}

function sharedQuery(options: FilterOptions, keywords: readonly string[]): TraceQuery & SpanQuery {
  const { since, until, error, tool, minScore, maxScore, tokens, cost } = options;
  const score = {
    ...(minScore === undefined ? {} : { min: minScore }),
    ...(maxScore === undefined ? {} : { max: maxScore }),
  };
  return {
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(since === undefined ? {} : { startedFrom: since }),
    ...(until === undefined ? {} : { startedTo: until }),
    ...(error === undefined ? {} : { hasError: true }),
    ...(tool === undefined ? {} : { tool }),
    ...(Object.keys(score).length === 0 ? {} : { score }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(cost === undefined ? {} : { cost }),
  };
}
