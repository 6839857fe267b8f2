/**
 * Cuts a source into tokens. White space next to a trim marker (`{{- ` and ` -}}`) and comments are gone afterwards;
 * a string may hold `}}` without ending its action.
 */
import { invalidTemplate } from "./invalid-template.ts";
import { readNumber } from "./number-literal.ts";
import { readQuotedString, readRawString } from "./string-literal.ts";
import type { Token, TokenType } from "./token.ts";

const commentStart = /\{\{(?:-[ \t\r\n]+)?\/\*/y;
const commentEnd = /\*\/(?:[ \t\r\n]+-)?\}\}/y;
const opening = /\{\{(?:-(?=[ \t\r\n]))?/y;
const space = /[ \t\r\n]+/y;
const closing = /-?\}\}/y;
const leadingSpace = /^[ \t\r\n]+/;

const namePattern = /[\p{L}_][\p{L}\p{N}_]*/uy;
const fieldPattern = /\.[\p{L}_][\p{L}\p{N}_]*/uy;
const variablePattern = /\$[\p{L}\p{N}_]*/uy;

const marks: readonly (readonly [string, TokenType])[] = [
  [":=", "declare"],
  ["|", "pipe"],
  [",", "comma"],
  ["(", "leftParen"],
  [")", "rightParen"],
  [".", "dot"],
];

export function tokenize(source: string): Token[] {
  return new Tokenizer(source).run();
}

class Tokenizer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  #offset = 0;
  #trimsNextText = false;

  constructor(source: string) {
    this.#source = source;
  }

  run(): Token[] {
    for (;;) {
      const open = this.#source.indexOf("{{", this.#offset);
      if (open < 0) break;
      const comment = commentAt(this.#source, open);
      const start = comment ?? match(opening, this.#source, open) ?? "{{";
      this.#text(open, start.startsWith("{{-"));
      this.#offset = open + start.length;
      if (comment === undefined) this.#action(open);
      else this.#trimsNextText = comment.endsWith("-}}");
    }
    this.#text(this.#source.length, false);
    this.#push("endOfSource", "", this.#source.length, false);
    return this.#tokens;
  }

  #text(end: number, isTrimmedAtEnd: boolean): void {
    let text = this.#source.slice(this.#offset, end);
    if (this.#trimsNextText) text = text.replace(leadingSpace, "");
    if (isTrimmedAtEnd) text = text.slice(0, endWithoutSpace(text));
    if (text !== "") this.#push("text", text, this.#offset, false);
  }

  #action(open: number): void {
    this.#push("open", "{{", open, false);
    for (;;) {
      const skipped = match(space, this.#source, this.#offset) ?? "";
      this.#offset += skipped.length;
      const at = this.#offset;
      const isSpaced = skipped !== "";
      if (at >= this.#source.length) throw invalidTemplate(this.#source, open, "the action is not closed; add }}");
      const close = match(closing, this.#source, at);
      if (close === "}}" || (close === "-}}" && isSpaced)) {
        this.#push("close", close, at, isSpaced);
        this.#offset = at + close.length;
        this.#trimsNextText = close === "-}}";
        return;
      }
      this.#offset = this.#token(at, isSpaced);
    }
  }

  /** Reads one token of an action and returns where it ends. */
  #token(at: number, isSpaced: boolean): number {
    const source = this.#source;
    const first = source.charAt(at);
    if (first === '"' || first === "`") {
      const { value, end } = first === '"' ? readQuotedString(source, at) : readRawString(source, at);
      this.#tokens.push({ type: "string", text: source.slice(at, end), value, at, isSpaced });
      return end;
    }
    const number = readNumber(source, at);
    if (number !== undefined) {
      this.#tokens.push({ type: "number", ...number, at, isSpaced });
      return at + number.text.length;
    }
    const field = match(fieldPattern, source, at);
    if (field !== undefined) return this.#push("field", field.slice(1), at, isSpaced, field.length);
    const variable = match(variablePattern, source, at);
    if (variable !== undefined) return this.#push("variable", variable, at, isSpaced);
    const name = match(namePattern, source, at);
    if (name !== undefined) return this.#push("name", name, at, isSpaced);
    for (const [mark, type] of marks) {
      if (source.startsWith(mark, at)) return this.#push(type, mark, at, isSpaced);
    }
    throw invalidTemplate(source, at, unexpectedCharacter(source, at));
  }

  #push(type: TokenType, text: string, at: number, isSpaced: boolean, length = text.length): number {
    this.#tokens.push({ type, text, at, isSpaced });
    return at + length;
  }
}

/** What a pattern matches exactly here. */
function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** The whole comment that starts here. As in Go it ends at the first `*` and `/`, which has to be followed by `}}`. */
function commentAt(source: string, open: number): string | undefined {
  const start = match(commentStart, source, open);
  if (start === undefined) return undefined;
  const close = source.indexOf("*/", open + start.length);
  const end = close < 0 ? undefined : match(commentEnd, source, close);
  if (end === undefined) throw invalidTemplate(source, open, "the comment is not closed; end it with */}} or */ -}}");
  return source.slice(open, close + end.length);
}

/** A loop, because a pattern anchored at the end looks at every run of white space to its end: quadratic. */
function endWithoutSpace(text: string): number {
  let end = text.length;
  while (end > 0 && " \t\r\n".includes(text.charAt(end - 1))) end--;
  return end;
}

function unexpectedCharacter(source: string, at: number): string {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  switch (character) {
    case "=":
      return "assigning to a variable is not supported; declare a new one with :=";
    case "'":
      return 'a string is written between double quotes: "text"';
    case "/":
      return "a comment is an action of its own, without space before it: {{/* text */}}";
    case "-":
      return "- starts a number (-1) or, with a space before it, trims the text that follows ( -}})";
    default:
      return /\d/.test(character)
        ? "the number is not one this language has; write a decimal such as 42, -1.5 or 1e3"
        : `unexpected ${JSON.stringify(character)}; an action holds fields, variables, literals, functions, | and ( )`;
  }
}
