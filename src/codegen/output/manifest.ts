/**
 * What an earlier run wrote, by path and hash. A file is ours to replace or remove while its content is what the
 * manifest says; the hashes of a run are noted before it begins, so that a run that was killed left nothing unknown.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isObject } from "../../json/json.ts";

export const MANIFEST_FILE = ".kigumi-gen.json";

export interface Manifest {
  readonly files: Readonly<Record<string, string>>;
  /** What a run that has not ended is about to write. */
  readonly pending: Readonly<Record<string, string>>;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Empty when there is none, or none that can be read: then nothing is known to be ours but what says so itself. */
export async function readManifest(file: string): Promise<Manifest> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    if (!isObject(read) || read.version !== 1) return EMPTY;
    return { files: hashes(read.files), pending: hashes(read.pending) };
  } catch {
    return EMPTY;
  }
}

export function writtenManifest({ files, pending }: Manifest): string {
  const sorted = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  const begun = Object.keys(pending).length === 0 ? {} : { pending: sorted(pending) };
  return `${JSON.stringify({ version: 1, files: sorted(files), ...begun }, null, 2)}\n`;
}

const EMPTY: Manifest = { files: {}, pending: {} };

function hashes(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
