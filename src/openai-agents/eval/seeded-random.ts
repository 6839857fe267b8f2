/** Numbers that look random and are the same for the same seed: whoever repeats a report gets the same report. */

/** Each call gives a number from 0 up to, and not including, 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Steps of an odd number visit every state once; the multiplications spread neighbours apart.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
