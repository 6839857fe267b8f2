/** Two processes on one file: each run is driven by one of them at a time, also when one of them is killed. */
import { expect, test } from "vitest";
import { readJournal } from "./journal.ts";
import type { Effect, Return } from "./scenario.ts";
import { createSite, type Site } from "./site.ts";
import { brokenPromises } from "./verdict.ts";

// Far longer than a loaded machine lets a live process wait: only the dead lose their claims.
const leaseMs = 3000;

test("two live processes share the runs of one file, and never one run", async () => {
  using site = createSite(12);
  const workers = [site.work({ leaseMs, toolMs: 5 }), site.work({ leaseMs, toolMs: 5 })];
  const endings = await Promise.all(workers.map(({ ending }) => ending));
  expect(endings.map(({ type }) => type)).toEqual(["done", "done"]);
  expect(await brokenPromises(site)).toEqual([]);
  expect(overlaps(site)).toEqual([]);
  // Nobody died, so nothing was in doubt and nothing was done again.
  const effects = readJournal<Effect | Return>(site.files.effects).filter((line) => "to" in line);
  expect(new Set(effects.map(({ key }) => key)).size).toBe(effects.length);
  // How the work is shared is the scheduler's business; that nobody else did any is ours.
  const pids = workers.map(({ pid }) => pid);
  expect(effects.every(({ pid }) => pids.includes(pid))).toBe(true);
});

test("what a killed process held is taken over by the one that lives", async () => {
  using site = createSite(8);
  const [doomed, survivor] = [
    site.work({ leaseMs: 1000, toolMs: 5, killAt: 40 }),
    site.work({ leaseMs: 1000, toolMs: 5 }),
  ];
  expect(await doomed.ending).toEqual({ type: "killed" });
  expect(await survivor.ending).toMatchObject({ type: "done" });
  expect(await brokenPromises(site)).toEqual([]);
  expect(overlaps(site)).toEqual([]);
});

/** Tool calls of one run that two processes had in hand at the same time. */
function overlaps({ files }: Site): string[] {
  const calls = readJournal<Effect | Return>(files.effects).filter((line): line is Return => "to" in line);
  return calls.flatMap((call) =>
    calls
      .filter(({ runId, pid }) => runId === call.runId && pid < call.pid)
      .filter((other) => BigInt(other.from) < BigInt(call.to) && BigInt(call.from) < BigInt(other.to))
      .map((other) => `${call.key} (${call.pid}) and ${other.key} (${other.pid})`),
  );
}
