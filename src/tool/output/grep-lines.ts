/**
 * Searches lines as they stream by and collects matches with their context. Memory is bounded by what was asked for
 * and by `maxResultLength`, never by the size of the output.
 */
import { compileLinePattern } from "./line-pattern.ts";
import { LineMatcher } from "./match-lines.ts";
import { countOf, invalidOutputQuery } from "./output-error.ts";
import type { OutputGrep, OutputGrepResult, OutputLine } from "./output-store.ts";

const maxContext = 1000;

/** Characters after which no further match is taken: a result is made to be read. */
const maxResultLength = 4 * 1024 * 1024;

/** Checks the query at once; the search it returns takes the lines in batches. */
export function compileGrep(
  grep: OutputGrep,
): (batches: AsyncIterable<readonly OutputLine[]>) => Promise<OutputGrepResult> {
  const find = compileLinePattern(grep.pattern, grep.regex ?? false);
  const before = contextOf("before", grep.before);
  const after = contextOf("after", grep.after);
  const maxMatches = countOf("maxMatches", grep.maxMatches, 50, 1);

  return async (batches) => {
    const collector = new MatchCollector(before, after, maxMatches);
    const matcher = new LineMatcher(find, (line, isMatch) => collector.add(line, isMatch));
    for await (const batch of batches) {
      for (const line of batch) matcher.push(line);
      if (collector.isComplete) break;
    }
    if (!collector.isComplete) matcher.end();
    return collector.result();
  };
}

function contextOf(name: string, value: number | undefined): number {
  const count = countOf(name, value, 0);
  if (count > maxContext) throw invalidOutputQuery(`${name} must be at most ${maxContext}; it was ${count}`);
  return count;
}

interface CollectedMatch {
  readonly line: OutputLine;
  readonly before: readonly OutputLine[];
  readonly after: OutputLine[];
}

class MatchCollector {
  readonly #before: number;
  readonly #after: number;
  readonly #maxMatches: number;
  readonly #matches: CollectedMatch[] = [];
  readonly #recent: OutputLine[] = [];
  /** Matches that still want lines after them, oldest first; they fill in that order. */
  #open: CollectedMatch[] = [];
  #length = 0;
  #truncated = false;

  constructor(before: number, after: number, maxMatches: number) {
    this.#before = before;
    this.#after = after;
    this.#maxMatches = maxMatches;
  }

  /** A further match is known to exist, and the listed ones have their context: no more lines are needed. */
  get isComplete(): boolean {
    return this.#truncated && this.#open.length === 0;
  }

  add(line: OutputLine, isMatch: boolean): void {
    if (this.#open.length > 0) this.#fillContext(line);
    if (isMatch) this.#addMatch(line);
    if (this.#before > 0) {
      this.#recent.push(line);
      if (this.#recent.length > this.#before) this.#recent.shift();
    }
  }

  result(): OutputGrepResult {
    return { matches: this.#matches, truncated: this.#truncated };
  }

  #fillContext(line: OutputLine): void {
    for (const match of this.#open) {
      match.after.push(line);
      this.#length += line.text.length;
    }
    this.#open = this.#open.filter((match) => match.after.length < this.#after);
  }

  #addMatch(line: OutputLine): void {
    if (this.#matches.length >= this.#maxMatches || this.#length > maxResultLength) {
      this.#truncated = true;
      return;
    }
    const match: CollectedMatch = { line, before: [...this.#recent], after: [] };
    this.#matches.push(match);
    if (this.#after > 0) this.#open.push(match);
    for (const { text } of [line, ...match.before]) this.#length += text.length;
  }
}
