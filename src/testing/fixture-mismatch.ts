/** A replay that parts from its recording says where, and how what it asked differs from what was asked then. */
import { createTwoFilesPatch, diffLines } from "diff";
import { KigumiError } from "../errors/kigumi-error.ts";

export function fixtureMismatch(message: string, data: { runId: string }): KigumiError {
  return new KigumiError({ code: "fixture_mismatch", message, data });
}

/** A unified diff from the nearest recorded value to the one at hand. */
export function diffToNearest(recorded: readonly unknown[], actual: unknown): string {
  const text = readable(actual);
  const candidates = recorded.map(readable);
  const nearest = candidates.reduce<string | undefined>(
    (best, each) => (best === undefined || distance(each, text) < distance(best, text) ? each : best),
    undefined,
  );
  if (nearest === undefined) return `nothing of the kind was recorded:\n${text}`;
  return createTwoFilesPatch("recorded", "replayed", nearest, text, undefined, undefined, { context: 3 });
}

function distance(left: string, right: string): number {
  return diffLines(left, right).reduce((sum, part) => sum + (part.added || part.removed ? part.count : 0), 0);
}

/** JSON for reading: keys in one order, and a text of several lines on several lines. */
function readable(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2).replaceAll("\\n", "\n")}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
