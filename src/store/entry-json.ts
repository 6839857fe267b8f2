/** An output's entry as text, for storages that keep it in a file. Versioned: what was written once stays readable. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Checkpoint } from "../tool/output/line-index.ts";
import type { OutputEntry } from "./output-storage.ts";

const version = 1;

type EntryDocument = Omit<OutputEntry, "text"> & {
  version: typeof version;
  text: Omit<OutputEntry["text"], "checkpoints"> & { checkpoints: CheckpointPairs };
};

/** `[line, byte]`: a gigabyte has thousands of them. */
type CheckpointPairs = (readonly [number, number])[];

export function entryToJson(entry: OutputEntry): string {
  const text = { ...entry.text, checkpoints: toPairs(entry.text.checkpoints) };
  return JSON.stringify({ version, ...entry, text } satisfies EntryDocument);
}

export function entryFromJson(json: string): OutputEntry {
  const { version: found, text, ...entry } = parse(json);
  if (found !== version) {
    throw new KigumiError({
      code: "output_entry_unreadable",
      message: `a stored output has the format ${JSON.stringify(found)}; this version of kigumi reads format ${version}. Use the version that wrote it`,
    });
  }
  return { ...entry, text: { ...text, checkpoints: fromPairs(text.checkpoints) } };
}

export function checkpointsToJson(checkpoints: readonly Checkpoint[]): string {
  return JSON.stringify(toPairs(checkpoints));
}

export function checkpointsFromJson(json: string): Checkpoint[] {
  return fromPairs(JSON.parse(json) as CheckpointPairs);
}

function toPairs(checkpoints: readonly Checkpoint[]): CheckpointPairs {
  return checkpoints.map(({ line, byte }) => [line, byte] as const);
}

function fromPairs(pairs: CheckpointPairs): Checkpoint[] {
  return pairs.map(([line, byte]) => ({ line, byte }));
}

function parse(json: string): EntryDocument {
  try {
    return JSON.parse(json) as EntryDocument;
  } catch (cause) {
    throw new KigumiError({
      code: "output_entry_unreadable",
      message: "a stored output's entry is damaged: it is not valid JSON. Remove it, or restore it from a backup",
      cause,
    });
  }
}
