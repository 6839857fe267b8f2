/**
 * Parses a whole source into nodes: text, outputs, declarations and the blocks `if`, `with` and `range`. The rest of
 * Go's language (`define`, `template`, `block`, `break`, `continue`) is refused, so nothing can recurse or loop freely.
 */
import type { FunctionTable } from "../functions/template-function.ts";
import type { Branch, ConditionalNode, RangeNode, TemplateNode } from "./ast.ts";
import { ExpressionParser } from "./parse-expression.ts";
import { TokenReader } from "./token-reader.ts";
import { tokenize } from "./tokenize.ts";

const refused: ReadonlyMap<string, string> = new Map([
  ["define", "write the text where it is used"],
  ["template", "write the text where it is used"],
  ["block", "write the text where it is used"],
  ["break", "choose what to show with if"],
  ["continue", "choose what to show with if"],
]);

export function parseNodes(source: string, functions: FunctionTable): readonly TemplateNode[] {
  return new TemplateParser(source, functions).parse();
}

class TemplateParser {
  readonly #reader: TokenReader;
  readonly #expressions: ExpressionParser;

  constructor(source: string, functions: FunctionTable) {
    this.#reader = new TokenReader(source, tokenize(source));
    this.#expressions = new ExpressionParser(this.#reader, functions);
  }

  parse(): TemplateNode[] {
    const nodes = this.#nodes();
    if (this.#reader.take("endOfSource") === undefined) {
      const { text, at } = this.#reader.peek(1);
      throw this.#reader.problem(`{{ ${text} }} belongs to no if, with or range`, at);
    }
    return nodes;
  }

  /** Everything up to the `{{ else }}` or `{{ end }}` of the enclosing block, or the end of the source. */
  #nodes(): TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const text = this.#reader.take("text");
      if (text !== undefined) nodes.push({ type: "text", text: text.text, at: text.at });
      else if (this.#reader.peek().type === "endOfSource" || this.#closesBlock()) return nodes;
      else nodes.push(this.#action());
    }
  }

  #closesBlock(): boolean {
    const { type, text } = this.#reader.peek(1);
    return type === "name" && (text === "end" || text === "else");
  }

  #action(): TemplateNode {
    this.#reader.expect("open", "start an action with {{");
    const { type, text, at } = this.#reader.peek();
    if (type === "name") {
      if (text === "if" || text === "with") return this.#reader.nested(() => this.#conditional(text));
      if (text === "range") return this.#reader.nested(() => this.#range());
      const instead = refused.get(text);
      if (instead !== undefined) throw this.#reader.problem(`{{ ${text} }} is not supported; ${instead}`);
    }
    const name = this.#declaredName();
    const value = this.#expressions.parse();
    this.#close();
    if (name === undefined) return { type: "output", value, at };
    this.#reader.declareVariable(name);
    return { type: "declare", name, value, at };
  }

  /** From the keyword to the `{{ end }}`, with the `{{ else if … }}` (or `{{ else with … }}`) between. */
  #conditional(type: "if" | "with"): ConditionalNode {
    const { at } = this.#reader.next();
    const branches: Branch[] = [this.#branch()];
    while (this.#takesElse()) {
      if (this.#reader.peek().type === "close") return { type, branches, otherwise: this.#lastBody(), at };
      const { text } = this.#reader.next();
      if (text !== type) throw this.#reader.problem(`write {{ else }} or {{ else ${type} … }} here`);
      branches.push(this.#branch());
    }
    this.#end(type, at);
    return { type, branches, otherwise: [], at };
  }

  #branch(): Branch {
    const declares = this.#declaredName();
    const condition = this.#expressions.parse();
    this.#close();
    if (declares === undefined) return { condition, body: this.#body() };
    this.#reader.declareVariable(declares);
    return { declares, condition, body: this.#body() };
  }

  #range(): RangeNode {
    const { at } = this.#reader.next();
    const variables = this.#rangeVariables();
    const over = this.#expressions.parse();
    this.#close();
    const body = this.#reader.scoped(() => {
      for (const name of [variables.key, variables.element]) if (name !== undefined) this.#reader.declareVariable(name);
      return this.#nodes();
    });
    if (this.#takesElse()) return { type: "range", over, ...variables, body, otherwise: this.#lastBody(), at };
    this.#end("range", at);
    return { type: "range", over, ...variables, body, otherwise: [], at };
  }

  /** `$element :=` or `$key, $element :=` */
  #rangeVariables(): Pick<RangeNode, "key" | "element"> {
    if (this.#reader.peek().type === "variable" && this.#reader.peek(1).type === "comma") {
      const key = this.#newName();
      this.#reader.next();
      const element = this.#declaredName();
      if (element === undefined)
        throw this.#reader.problem("write two variables and :=, as in {{ range $i, $item := .items }}");
      return { key, element };
    }
    const element = this.#declaredName();
    return element === undefined ? {} : { element };
  }

  /** Reads `$name :=` when it is there. */
  #declaredName(): string | undefined {
    if (this.#reader.peek().type !== "variable" || this.#reader.peek(1).type !== "declare") return undefined;
    const name = this.#newName();
    this.#reader.next();
    return name;
  }

  #newName(): string {
    const { text, at } = this.#reader.next();
    if (text === "$") throw this.#reader.problem("$ is the root and cannot be declared; give the variable a name", at);
    return text;
  }

  #body(): TemplateNode[] {
    return this.#reader.scoped(() => this.#nodes());
  }

  #lastBody(): TemplateNode[] {
    const { at } = this.#reader.peek();
    this.#close();
    const body = this.#body();
    this.#end("else", at);
    return body;
  }

  /** Reads `{{ else` when it is there. */
  #takesElse(): boolean {
    if (this.#reader.peek().type !== "open" || this.#reader.peek(1).text !== "else") return false;
    this.#reader.next();
    this.#reader.next();
    return true;
  }

  #end(block: string, at: number): void {
    if (this.#reader.peek().type === "endOfSource")
      throw this.#reader.problem(`{{ ${block} }} is never closed; add {{ end }}`, at);
    this.#reader.next();
    const { text, at: keywordAt } = this.#reader.next();
    if (text !== "end") throw this.#reader.problem("a block has one {{ else }}, and it comes last", keywordAt);
    this.#close();
  }

  #close(): void {
    this.#reader.expect("close", "close the action with }}");
  }
}
