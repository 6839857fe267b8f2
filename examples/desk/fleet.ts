/** The devices the desk looks after, and what they report: made up, but always the same. */

export interface Device {
  readonly id: string;
  readonly kind: "web" | "db" | "cache";
  readonly site: string;
}

const SITES = ["north", "south", "west"];

export const FLEET: readonly Device[] = (
  [
    ["web", 12],
    ["db", 6],
    ["cache", 5],
  ] as const
).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, i) => ({ id: `${kind}-${i + 1}`, kind, site: SITES[i % SITES.length] ?? "north" })),
);

export function findDevice(id: string): Device | undefined {
  return FLEET.find((device) => device.id === id);
}

const LEVELS = { cpu: 55, memory: 70, temperature: 48 } as const;

export type Metric = keyof typeof LEVELS;

/** What a device reported in one minute: a wave around the level of the metric, each device out of step with the others. */
export function readingOf(deviceId: string, metric: Metric, minute: number): number {
  const seed = [...deviceId, ...metric].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const wave = Math.sin((minute + seed) / 9) * 18 + Math.sin((minute + seed) / 2.3) * 5;
  return Math.round((LEVELS[metric] + wave) * 10) / 10;
}
