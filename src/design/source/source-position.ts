/** Reads a position out of the text of a stack. Understands both notations in use and makes file URLs readable. */

export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const unknownPosition: SourcePosition = { file: "", line: 0, column: 0 };

const frame = /^(?:.*?\(|\s*at (?:async )?|[^@]*@)?([^()]*(?:\([^()]*\)[^()]*)*):(\d+):(\d+)\)?$/;

/** The position of the first frame that has one; frames of the engine itself (`<anonymous>`, `native`) have none. */
export function userPosition(stack: string): SourcePosition | undefined {
  for (const text of stack.split("\n")) {
    const [, file = "", line, column] = frame.exec(text) ?? [];
    if (line === undefined || file === "" || /^node:/.test(file)) continue;
    return { file: readablePath(file), line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** `file:///designs/my%20app/design.ts?t=1` is `/designs/my app/design.ts`. */
function readablePath(file: string): string {
  if (!file.startsWith("file:")) return file;
  try {
    // A drive letter comes after a slash in a URL, and first in a path.
    return decodeURIComponent(new URL(file).pathname).replace(/^\/(?=[A-Za-z]:\/)/, "");
  } catch {
    return file;
  }
}

/** Orders positions as a reader meets them: by file, then from top to bottom. */
export function comparePositions(left: SourcePosition, right: SourcePosition): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
