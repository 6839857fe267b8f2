/** Turns offsets of one source into lines and columns, both counted from 1. */

export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Finds the line starts once; each question after that is a binary search. */
export function positionsIn(source: string): (offset: number) => SourcePosition {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
