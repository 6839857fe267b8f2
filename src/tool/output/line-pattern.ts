/** What a search looks for in a line: literal text, or a regular expression on a linear-time engine. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import { compileLinearPattern } from "../../pattern/linear-pattern.ts";

/** Where a match begins and ends. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The first match that begins at or after `from`. */
export type FindInLine = (text: string, from: number) => Span | undefined;

export function compileLinePattern(pattern: string, isRegex: boolean): FindInLine {
  return isRegex ? findRegex(pattern) : findLiteral(pattern);
}

function findLiteral(pattern: string): FindInLine {
  if (/[\r\n]/.test(pattern)) {
    throw new KigumiError({
      code: "invalid_pattern",
      message: `${JSON.stringify(pattern)} cannot be searched for: the search is line by line, so it cannot contain a line break`,
    });
  }
  return (text, from) => {
    const start = text.indexOf(pattern, from);
    return start === -1 ? undefined : { start, end: start + pattern.length };
  };
}

function findRegex(pattern: string): FindInLine {
  const compiled = compileLinearPattern(pattern);
  return (text, from) => {
    // `test` needs no positions and is several times faster, and most lines do not match.
    if (!compiled.test(text)) return undefined;
    const matcher = compiled.matcher(text);
    return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  };
}
