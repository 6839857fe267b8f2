/** Reads tokens one after the other, knows which variables are in force, and how deep the nesting is. */
import { suggest } from "../suggest.ts";
import type { TemplateError } from "../template-error.ts";
import { invalidTemplate } from "./invalid-template.ts";
import type { Token, TokenType } from "./token.ts";

/** Deep enough for any template a person writes; parsing and rendering recurse no deeper than this. */
const maxDepth = 100;
const maxVariables = 500;

export class TokenReader {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #variables: string[] = ["$"];
  #index = 0;
  #depth = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    const index = Math.min(this.#index + ahead, this.#tokens.length - 1);
    return this.#tokens[index] ?? { type: "endOfSource", text: "", at: this.#source.length, isSpaced: false };
  }

  next(): Token {
    const token = this.peek();
    this.#index++;
    return token;
  }

  /** The next token if it is of this type; otherwise nothing is read. */
  take(type: TokenType): Token | undefined {
    return this.peek().type === type ? this.next() : undefined;
  }

  expect(type: TokenType, expectation: string): Token {
    const token = this.take(type);
    if (token === undefined) throw this.problem(`${this.describeNext()}; ${expectation}`);
    return token;
  }

  describeNext(): string {
    const token = this.peek();
    if (token.type === "endOfSource") return "the template ends here";
    if (token.type === "close") return "the action ends here";
    return `unexpected ${shortened(token.type === "field" ? `.${token.text}` : token.text)}`;
  }

  problem(message: string, at: number = this.peek().at): TemplateError {
    return invalidTemplate(this.#source, at, message);
  }

  /** Parses a block or parentheses, one level deeper. */
  nested<T>(parse: () => T): T {
    if (this.#depth >= maxDepth) throw this.problem(`blocks and parentheses are nested deeper than ${maxDepth} levels`);
    this.#depth++;
    const result = this.scoped(parse);
    this.#depth--;
    return result;
  }

  /** Parses something whose variables are forgotten after it. */
  scoped<T>(parse: () => T): T {
    const visible = this.#variables.length;
    const result = parse();
    this.#variables.length = visible;
    return result;
  }

  declareVariable(name: string): void {
    if (this.#variables.length > maxVariables) {
      throw this.problem(`more than ${maxVariables} variables are in force here`);
    }
    this.#variables.push(name);
  }

  requireVariable({ text: name, at }: Token): void {
    if (this.#variables.includes(name)) return;
    const meant = suggest(name, this.#variables.slice(1));
    const hint =
      meant === undefined ? `declare it before, with {{ ${shortened(name)} := … }}` : `did you mean ${meant}?`;
    throw this.problem(`variable ${shortened(name)} is not declared here; ${hint}`, at);
  }
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
