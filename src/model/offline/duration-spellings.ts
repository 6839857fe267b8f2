/** The ways in which a span of time is written as a parameter, the commonest first: `1h`, `60m`, `3600s`, `PT1H`, `hour`. */
import { stemsOf } from "./words.ts";

const UNITS = [
  { seconds: 3_600, short: "h", iso: (count: number) => `PT${count}H`, word: "hour" },
  { seconds: 60, short: "m", iso: (count: number) => `PT${count}M`, word: "minute" },
  { seconds: 86_400, short: "d", iso: (count: number) => `P${count}D`, word: "day" },
  { seconds: 604_800, short: "w", iso: (count: number) => `P${count}W`, word: "week" },
  { seconds: 1, short: "s", iso: (count: number) => `PT${count}S`, word: "second" },
] as const;

export function durationSpellings(seconds: number): string[] {
  return UNITS.filter((unit) => seconds % unit.seconds === 0).flatMap((unit) => {
    const count = seconds / unit.seconds;
    const words = count === 1 ? [unit.word, `last_${unit.word}`] : [];
    return [`${count}${unit.short}`, unit.iso(count), `${count} ${unit.word}${count === 1 ? "" : "s"}`, ...words];
  });
}

/** The span in the unit that a parameter's name says: 120 for `window_minutes` and two hours. */
export function durationIn(name: string, seconds: number): number | undefined {
  const stems = stemsOf(name);
  const unit = UNITS.find(({ word }) => stems.includes(word));
  return unit && seconds / unit.seconds;
}
