/**
 * A regular expression from a model, on a linear-time engine: no pattern can hang the process. Syntax that such an
 * engine cannot offer (backreferences, lookaround) is refused by name rather than approximated.
 */
import { RE2JS } from "re2js";
import { messageOf } from "../../errors/kigumi-error.ts";
import { ToolboxError } from "../toolbox-error.ts";

/** Matching costs the size of the program times the length of a line, so both are bounded. */
const LARGEST_PROGRAM = 5000;

interface LineMatch {
  /** Counted from 0, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
}

export interface SearchPattern {
  /** The matches in one line: the first, or all of them with the flag `g`. Empty matches are none. */
  matchesIn(line: string): Iterable<LineMatch>;
}

/** `g` finds every match of a line; `i`, `m` and `s` mean what they mean in JavaScript; `u` is always on. */
export function compileSearchPattern(pattern: string, flags: string): SearchPattern {
  const compiled = compile(pattern, flags);
  const findsAll = flags.includes("g");
  return {
    *matchesIn(line) {
      const matcher = compiled.matcher(line);
      while (matcher.find()) {
        const text = matcher.group() ?? "";
        if (text === "") continue;
        yield { start: matcher.start(), text };
        if (!findsAll) return;
      }
    },
  };
}

function compile(pattern: string, flags: string): RE2JS {
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), engineFlags(flags));
  } catch (cause) {
    const problem = messageOf(cause).replace(/^error parsing regexp: /, "");
    const text = `the pattern cannot be used: ${problem}. Backreferences and lookaround are not supported`;
    throw new ToolboxError("INVALID_REGEX", text, { data: { pattern }, cause });
  }
  if (compiled.programSize() > LARGEST_PROGRAM) {
    throw new ToolboxError("INVALID_REGEX", "the pattern is too large; lower its repeat counts", { data: { pattern } });
  }
  return compiled;
}

function engineFlags(flags: string): number {
  let engine = 0;
  if (flags.includes("i")) engine |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes("m")) engine |= RE2JS.MULTILINE;
  if (flags.includes("s")) engine |= RE2JS.DOTALL;
  return engine;
}
