/**
 * Regular expressions from outside: rules, models, foreign schemas. They run on a linear-time engine, so that no
 * pattern can hang the process; what such an engine cannot offer (backreferences, lookaround) is refused by name.
 */
import { RE2JS } from "re2js";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";

export type LinearPattern = RE2JS;

/** Matching costs the size of the program times the length of the text, so the first is bounded too. */
const LARGEST_PROGRAM = 5000;

/** `flags`: any of `i`, `m` and `s`, as in JavaScript. Throws `invalid_pattern`. */
export function compileLinearPattern(pattern: string, flags = ""): LinearPattern {
  const compiled = compile(pattern, flags);
  if (compiled.programSize() <= LARGEST_PROGRAM) return compiled;
  throw invalidPattern(pattern, "it is too large; lower its repeat counts");
}

function compile(pattern: string, flags: string): LinearPattern {
  try {
    // Accepts the escapes of JavaScript (such as \u0041) that RE2 spells differently.
    return RE2JS.compile(RE2JS.translateRegExp(pattern), engineFlags(flags));
  } catch (cause) {
    const problem = messageOf(cause).replace(/^error parsing regexp: /, "");
    throw invalidPattern(pattern, `${problem} (backreferences and lookaround are not supported)`, cause);
  }
}

function engineFlags(flags: string): number {
  let engine = 0;
  if (flags.includes("i")) engine |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes("m")) engine |= RE2JS.MULTILINE;
  if (flags.includes("s")) engine |= RE2JS.DOTALL;
  return engine;
}

function invalidPattern(pattern: string, problem: string, cause?: unknown): KigumiError {
  return new KigumiError({
    code: "invalid_pattern",
    message: `the pattern ${JSON.stringify(pattern)} cannot be used: ${problem}`,
    data: { pattern },
    ...(cause === undefined ? {} : { cause }),
  });
}
