/** Figures as people read them in a table: a time, a duration, a score, an amount. */

/** To the second, in UTC. */
export function timeText(at: Date | undefined): string {
  return at === undefined ? "" : at.toISOString().slice(0, 19).replace("T", " ");
}

/** `850ms`, `1.25s`, `2m05s`, `1h00m`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(2)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${two(Math.floor(seconds % 60))}s`;
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

/** From a start to an end; empty while one of them is missing. */
export function elapsedText(start: Date | undefined, end: Date | undefined): string {
  return start === undefined || end === undefined ? "" : durationText(end.getTime() - start.getTime());
}

/** At most three decimals, without trailing zeros. */
export function scoreText(score: number | undefined): string {
  return score === undefined ? "" : String(Number(score.toFixed(3)));
}

/** `1 call`, `2 calls`. */
export function countText(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `512 B`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${UNITS[power]}`;
}

const UNITS = ["B", "KB", "MB", "GB", "TB"];

function two(value: number): string {
  return String(value).padStart(2, "0");
}
