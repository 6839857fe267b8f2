/** The pieces a source is cut into: text as it is, and the parts of an action between `{{` and `}}`. */

export type TokenType =
  | "text"
  | "open"
  | "close"
  | "field"
  | "dot"
  | "variable"
  | "name"
  | "string"
  | "number"
  | "declare"
  | "pipe"
  | "comma"
  | "leftParen"
  | "rightParen"
  | "endOfSource";

export interface Token {
  readonly type: TokenType;
  /** The text, the name (a field without its dot, a variable with its `$`), or the source of anything else. */
  readonly text: string;
  /** What a literal stands for. */
  readonly value?: string | number;
  readonly at: number;
  /** Whether white space precedes it: `.a .b` are two operands, `.a.b` is one. */
  readonly isSpaced: boolean;
}
