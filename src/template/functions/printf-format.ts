/** Reads a `printf` format into its parts, and says what is wrong with one before anything is printed. */

export interface Directive {
  readonly verb: string;
  readonly isLeftAligned: boolean;
  readonly isZeroPadded: boolean;
  readonly showsPlus: boolean;
  readonly width: number;
  readonly precision?: number;
}

/** Literal text, or a place where an argument goes. */
export type FormatPart = string | Directive;

const directive = /%([-+0]*)(\d*)(?:\.(\d*))?(.)?/gsu;
const verbs = "sdqvtfx";
const maxWidth = 100;

export function parseFormat(format: string): { parts: readonly FormatPart[]; problem?: string } {
  const parts: FormatPart[] = [];
  let end = 0;
  for (const { 0: source, 1: flags = "", 2: width = "", 3: precision, 4: verb = "", index } of format.matchAll(
    directive,
  )) {
    parts.push(format.slice(end, index));
    end = index + source.length;
    if (source === "%%") {
      parts.push("%");
      continue;
    }
    const problem = problemWith(source, verb, flags, precision);
    if (problem !== undefined) return { parts, problem };
    if (Number(width) > maxWidth || Number(precision) > maxWidth) {
      return { parts, problem: `${source.slice(0, 20)} is wider than ${maxWidth} characters` };
    }
    parts.push({
      verb,
      isLeftAligned: flags.includes("-"),
      isZeroPadded: flags.includes("0") && !flags.includes("-"),
      showsPlus: flags.includes("+"),
      width: Number(width),
      ...(precision === undefined ? {} : { precision: Number(precision) }),
    });
  }
  parts.push(format.slice(end));
  return { parts: parts.filter((part) => part !== "") };
}

/** What is wrong with a format for this many arguments, in the words of an error. */
export function checkFormat(format: string, argumentCount: number): string | undefined {
  const { parts, problem } = parseFormat(format);
  if (problem !== undefined) return `printf: ${problem}`;
  const wanted = parts.filter((part) => typeof part !== "string").length;
  return wanted === argumentCount ? undefined : `printf: the format has ${wanted} verbs for ${argumentCount} values`;
}

function problemWith(source: string, verb: string, flags: string, precision: string | undefined): string | undefined {
  const shown = source.slice(0, 20);
  if (verb === "" || !verbs.includes(verb)) {
    return `${shown} is not supported; use %s %d %q %v %t %f %x, or %% for a percent sign`;
  }
  if (precision !== undefined && verb !== "f" && verb !== "s") return `${shown}: only %f and %s take a precision`;
  if (flags.includes("0") && !"dfx".includes(verb)) return `${shown}: only %d, %f and %x take the flag 0`;
  if (flags.includes("+") && !"df".includes(verb)) return `${shown}: only %d and %f take the flag +`;
  return undefined;
}
