/**
 * Parses what an action computes: operands, function calls with their arguments, pipelines. Everything that can be
 * known before there is data is checked here: functions and their number of arguments, variables, `printf` formats.
 */
import type { FunctionTable } from "../functions/template-function.ts";
import type { CallExpression, Expression, FieldName } from "./ast.ts";
import { resolveCall } from "./resolve-call.ts";
import type { Token } from "./token.ts";
import { shortened, type TokenReader } from "./token-reader.ts";

const keywords: ReadonlySet<string> = new Set(["if", "else", "end", "range", "with"]);

export class ExpressionParser {
  readonly #reader: TokenReader;
  readonly #functions: FunctionTable;

  constructor(reader: TokenReader, functions: FunctionTable) {
    this.#reader = reader;
    this.#functions = functions;
  }

  /** `command | command | …`, up to the `}}` or `)` that the caller expects. */
  parse(): Expression {
    const { at } = this.#reader.peek();
    const first = this.#command();
    const calls: CallExpression[] = [];
    while (this.#reader.take("pipe")) {
      const stage = this.#reader.peek();
      if (!this.#isFunction(stage)) {
        throw this.#reader.problem("only a function can follow |, since it has to take the value before it");
      }
      calls.push(this.#call(true));
    }
    return calls.length === 0 ? first : { type: "pipeline", first, calls, at };
  }

  #command(): Expression {
    if (this.#isFunction(this.#reader.peek())) return this.#call(false);
    const operand = this.#operand();
    if (operand.type === "literal" && operand.value === null) {
      throw this.#reader.problem("nil is not a value to show or test; compare with it: eq .field nil", operand.at);
    }
    if (startsOperand(this.#reader.peek())) {
      throw this.#reader.problem("only a function takes arguments; put its name first, or join the parts with print");
    }
    return operand;
  }

  #call(isPiped: boolean): CallExpression {
    const token = this.#reader.next();
    const args: Expression[] = [];
    while (startsOperand(this.#reader.peek())) {
      if (!this.#reader.peek().isSpaced) {
        throw this.#reader.problem(`put a space before ${shortened(this.#reader.peek().text)}`);
      }
      args.push(this.#operand());
    }
    return resolveCall(this.#functions, { token, args, isPiped }, this.#reader);
  }

  #operand(): Expression {
    const token = this.#reader.peek();
    const { at } = token;
    switch (token.type) {
      case "field":
        return { type: "field", of: { type: "dot", at }, names: this.#names(true), at };
      case "string":
      case "number":
        this.#reader.next();
        this.#refuseFieldOf("a literal");
        return { type: "literal", value: token.value ?? null, at };
      case "dot":
        this.#reader.next();
        this.#refuseFieldOf("the dot; write the field as .name");
        return { type: "dot", at };
      case "variable":
        this.#reader.requireVariable(this.#reader.next());
        return this.#withFields({ type: "variable", name: token.text, at });
      case "name":
        return this.#named();
      case "leftParen":
        return this.#withFields(this.#parenthesized());
      default:
        throw this.#reader.problem(
          `${this.#reader.describeNext()}; write a field (.name), a variable, a literal or a function`,
        );
    }
  }

  #named(): Expression {
    const token = this.#reader.next();
    const { text: name, at } = token;
    if (keywords.has(name)) throw this.#reader.problem(`${name} has to be the first word of its action`, at);
    if (!this.#isFunction(token)) {
      this.#refuseFieldOf("a literal");
      return { type: "literal", value: name === "nil" ? null : name === "true", at };
    }
    this.#refuseFieldOf(`a function; write (${name}).field`);
    return resolveCall(this.#functions, { token, args: [], isPiped: false }, this.#reader);
  }

  #parenthesized(): Expression {
    this.#reader.next();
    const inner = this.#reader.nested(() => this.parse());
    this.#reader.expect("rightParen", "close the parenthesis with )");
    return inner;
  }

  #withFields(of: Expression): Expression {
    const names = this.#names(false);
    return names.length === 0 ? of : { type: "field", of, names, at: of.at };
  }

  /** The chain `.a.b.c`; a space ends it, because what follows is the next operand. */
  #names(mayBeSpaced: boolean): FieldName[] {
    const names: FieldName[] = [];
    for (let token = this.#reader.peek(); token.type === "field"; token = this.#reader.peek()) {
      if (token.isSpaced && !(mayBeSpaced && names.length === 0)) break;
      this.#reader.next();
      names.push({ name: token.text, at: token.at });
    }
    return names;
  }

  #refuseFieldOf(what: string): void {
    const token = this.#reader.peek();
    if (token.type === "field" && !token.isSpaced)
      throw this.#reader.problem(`.${shortened(token.text)} cannot be read from ${what}`);
  }

  #isFunction({ type, text }: Token): boolean {
    return type === "name" && !keywords.has(text) && text !== "nil" && text !== "true" && text !== "false";
  }
}

function startsOperand({ type }: Token): boolean {
  switch (type) {
    case "field":
    case "dot":
    case "variable":
    case "name":
    case "string":
    case "number":
    case "leftParen":
      return true;
    default:
      return false;
  }
}
