/** A regular expression from a model, applied line by line. */
import { messageOf } from "../../errors/kigumi-error.ts";
import { compileLinearPattern, type LinearPattern } from "../../pattern/linear-pattern.ts";
import { ToolboxError } from "../toolbox-error.ts";

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

function compile(pattern: string, flags: string): LinearPattern {
  try {
    return compileLinearPattern(pattern, flags);
  } catch (cause) {
    throw new ToolboxError("INVALID_REGEX", messageOf(cause), { data: { pattern }, cause });
  }
}
