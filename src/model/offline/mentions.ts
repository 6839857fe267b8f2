/**
 * What a message names outright, and can therefore be used as an argument without understanding it: quoted texts,
 * identifiers such as `web-1`, numbers, and spans of time.
 */

export interface Mentions {
  readonly quoted: readonly string[];
  readonly identifiers: readonly string[];
  readonly numbers: readonly NumberMention[];
  readonly seconds?: number;
  /** All the other words, in order. */
  readonly words: readonly string[];
}

export interface NumberMention {
  readonly value: number;
  /** The words around it, which may say what it counts. */
  readonly before: string;
  readonly after: string;
}

/** By first letter, which is also how durations are abbreviated. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

const QUOTED = /"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu;
/** Letters and digits held together by a sign, or mixed: `web-1`, `db_2`, `10.0.0.1`, `a/b.txt`, `x@example.com`, `v2`. */
const IDENTIFIER = /[\p{L}\p{N}]+(?:[-_./:@#]+[\p{L}\p{N}]+)+|\p{L}+\p{N}[\p{L}\p{N}]*/gu;
/** "over the last hour", "past 2 days", "30 minutes", "24h": a unit with a count or a word that makes it a span. */
const SPAN =
  /\b(?:(?:last|past|previous|over|within|since)\s+(?:the\s+)?(?:(?:last|past)\s+)?(?:(\d+)\s*)?|(\d+)\s*)((?:second|minute|hour|day|week)s?|[smhdw])\b/i;
const NUMBER = /(\p{L}+)?\s*(?<![\p{L}\p{N}.])(-?\d+(?:\.\d+)?)(?![\p{L}\p{N}])\s*(\p{L}+)?/gu;

export function mentionsIn(message: string): Mentions {
  const quoted = [...message.matchAll(QUOTED)].map((match) => match.slice(1).find((text) => text !== undefined) ?? "");
  let rest = message.replace(QUOTED, " ");
  const span = SPAN.exec(rest);
  if (span !== null) rest = rest.replace(SPAN, " ");
  const identifiers = rest.match(IDENTIFIER) ?? [];
  rest = rest.replace(IDENTIFIER, " ");
  const numbers = [...rest.matchAll(NUMBER)].map(([, before = "", value, after = ""]) => ({
    value: Number(value),
    before,
    after,
  }));
  return {
    quoted,
    identifiers: [...new Set(identifiers)],
    numbers,
    ...(span === null ? {} : { seconds: toSeconds(span) }),
    words: rest.match(/\p{L}+/gu) ?? [],
  };
}

function toSeconds([, spoken, bare, unit = ""]: RegExpExecArray): number {
  return Number(spoken ?? bare ?? 1) * (UNIT_SECONDS[unit.charAt(0).toLowerCase()] ?? 0);
}
