/**
 * Processes are killed for real (SIGKILL), at every boundary of a run and at random moments of several runs at once.
 * Afterwards every run has ended, every log is legal, nothing acknowledged is lost, and no `once` effect ran twice.
 * `KIGUMI_CRASHES` is how many random kills there are.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSite, type Site } from "./site.ts";
import { brokenPromises } from "./verdict.ts";

const RANDOM_KILLS = Number(process.env.KIGUMI_CRASHES ?? 200);
const LANES = 2;
const LONG = 30 * 60_000;

test("a process killed at any boundary of a run costs nothing but the time to start again", {
  timeout: LONG,
}, async () => {
  const boundaries = await countBoundaries();
  expect(boundaries).toBeGreaterThan(80);
  let next = 1;
  await inLanes(async () => {
    while (next <= boundaries) {
      const killAt = next++;
      using site = createSite(1);
      const first = await site.work({ killAt }).ending;
      // The last boundaries are passed or not, depending on who looks for work once too often.
      if (first.type === "killed") await workUntilDone(site);
      expect(await brokenPromises(site), `killed at boundary ${killAt}`).toEqual([]);
    }
  });
});

test(`${RANDOM_KILLS} kills at random moments of several runs`, { timeout: LONG }, async () => {
  const { KIGUMI_SEED = "20261115" } = process.env;
  const seed = KIGUMI_SEED === "random" ? Date.now() : Number(KIGUMI_SEED);
  const moments = fc.sample(fc.record({ atBoundary: fc.boolean(), after: fc.integer({ min: 1, max: 60 }) }), {
    numRuns: RANDOM_KILLS * 4,
    seed,
  });
  let kills = 0;
  await inLanes(async () => {
    while (kills < RANDOM_KILLS) {
      using site = createSite(4);
      for (let isDone = false; !isDone; ) {
        const { atBoundary = false, after = 1 } = (kills < RANDOM_KILLS ? moments.pop() : undefined) ?? {};
        const isKilled = kills < RANDOM_KILLS && (await workAndKill(site, atBoundary, after));
        if (isKilled) kills++;
        else {
          await workUntilDone(site);
          isDone = true;
        }
      }
      expect(await brokenPromises(site), `seed ${seed}`).toEqual([]);
    }
  });
  expect(kills).toBeGreaterThanOrEqual(RANDOM_KILLS);
});

/** At a boundary the worker kills itself; otherwise it is killed from outside, wherever it is by then. */
async function workAndKill(site: Site, atBoundary: boolean, after: number): Promise<boolean> {
  if (atBoundary) return (await site.work({ killAt: after }).ending).type === "killed";
  const worker = site.work();
  await Promise.race([worker.ready, worker.ending]);
  setTimeout(worker.kill, after * 2);
  return (await worker.ending).type === "killed";
}

async function workUntilDone(site: Site): Promise<void> {
  expect(await site.work().ending).toMatchObject({ type: "done" });
}

async function countBoundaries(): Promise<number> {
  using site = createSite(1);
  const ending = await site.work().ending;
  expect(await brokenPromises(site)).toEqual([]);
  return ending.type === "done" ? ending.passed : 0;
}

async function inLanes(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: LANES }, work));
}
