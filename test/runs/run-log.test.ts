/** The promise that logs stay readable: what an earlier version wrote means today what it meant then. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkLog } from "../../src/run/check-log.ts";
import type { RunEvent } from "../../src/run/event.ts";
import { fold } from "../../src/run/evolve.ts";

const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
const events: RunEvent[] = read("run-log-v1.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("a log of format version 1 is legal, and folds to the state it had when it was written", () => {
  expect(checkLog(events)).toBeUndefined();
  // The state may learn new fields; what it said then it still says.
  expect(fold(events)).toMatchObject(JSON.parse(read("run-log-v1.state.json")));
});

test("a format version that this reader does not know is named", () => {
  const later = events.with(5, { ...events[5], v: 2 } as unknown as RunEvent);
  expect(checkLog(later)).toMatchObject({ eventId: 6, message: "it has the format version 2; this version reads 1" });
});
