/**
 * Side-by-side timing on a noisy machine. Cases take turns in short slices, every case in every round, and the best
 * slice of each counts: load that comes and goes hits all of them alike and drops out of the ratios.
 */

export interface Case {
  readonly name: string;
  readonly run: () => unknown;
  /** What a caller still does with the awaited value, inside the measured loop. */
  readonly finish?: (value: never) => unknown;
}

export interface Timing {
  readonly name: string;
  readonly nanoseconds: number;
}

export async function sideBySide(cases: readonly Case[], { rounds = 25, sliceMs = 20 } = {}): Promise<Timing[]> {
  const best = new Map(cases.map(({ name }) => [name, Number.POSITIVE_INFINITY]));
  const batch = new Map<string, number>();
  for (const each of cases) batch.set(each.name, await calibrate(each, sliceMs));
  for (let round = 0; round < rounds; round++) {
    for (const each of cases) {
      const { name } = each;
      const elapsed = await time(each, batch.get(name) ?? 1);
      best.set(name, Math.min(best.get(name) ?? elapsed, elapsed));
    }
  }
  return [...best].map(([name, nanoseconds]) => ({ name, nanoseconds }));
}

/** Warms the case up and finds how many calls fill a slice. */
async function calibrate(each: Case, sliceMs: number): Promise<number> {
  let calls = 64;
  for (;;) {
    const total = (await time(each, calls)) * calls;
    if (total >= sliceMs * 1e6) return calls;
    calls *= 2;
  }
}

/** Nanoseconds per call. Every case is awaited, so a synchronous one pays the same as the rest. */
async function time({ run, finish = keep }: Case, calls: number): Promise<number> {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) finish((await run()) as never);
  return Number(process.hrtime.bigint() - start) / calls;
}

function keep(value: unknown): unknown {
  return value;
}
