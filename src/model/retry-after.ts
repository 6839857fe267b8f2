/** How long a provider asks to be left alone, by the headers of its refusal. */

/** Milliseconds from `now`; undefined when the headers do not say, or say nonsense. */
export function retryAfterMs(headers: Readonly<Record<string, unknown>>, now: Date): number | undefined {
  const milliseconds = numberIn(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds;
  const header = headers["retry-after"];
  const seconds = numberIn(header);
  if (seconds !== undefined) return seconds * 1_000;
  // A date has letters in it; without any, the parser would take half a number for a year.
  const date = typeof header === "string" && /[A-Za-z]/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

function numberIn(header: unknown): number | undefined {
  if (typeof header !== "string" || header.trim() === "") return undefined;
  const value = Number(header);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
