/** Walks over a parsed template once and writes its text. One renderer per rendering: it holds the work done so far. */
import { assertNever } from "../../errors/assert-never.ts";
import { isObject, type JsonValue } from "../../json/json.ts";
import { compareCodePoints } from "../functions/code-points.ts";
import { describeValue, textOf } from "../functions/text-of.ts";
import type { ConditionalNode, Expression, RangeNode, TemplateNode } from "../syntax/ast.ts";
import type { Origin } from "../syntax/trace-paths.ts";
import { BoundedText } from "./bounded-text.ts";
import { Evaluator } from "./evaluator.ts";
import type { KeyReader } from "./read-key.ts";
import { type Scope, withVariable } from "./scope.ts";
import { isTrue } from "./truth.ts";
import type { Work } from "./work.ts";

export class Renderer {
  readonly #work: Work;
  readonly #evaluator: Evaluator;
  readonly #output: BoundedText;

  constructor(origins: ReadonlyMap<Expression, Origin>, reader: KeyReader) {
    this.#work = reader.work;
    this.#evaluator = new Evaluator(origins, reader);
    this.#output = new BoundedText(reader.work);
  }

  render(nodes: readonly TemplateNode[], scope: Scope): string {
    this.#nodes(nodes, scope);
    return this.#output.toString();
  }

  #nodes(nodes: readonly TemplateNode[], outer: Scope): void {
    let scope = outer;
    for (const node of nodes) {
      this.#work.moveTo(node.at);
      this.#work.spend(1);
      switch (node.type) {
        case "text":
          this.#output.append(node.text);
          break;
        case "output":
          this.#output.append(textOf(this.#evaluator.evaluate(node.value, scope), this.#work));
          break;
        case "declare":
          scope = withVariable(scope, node.name, this.#evaluator.evaluate(node.value, scope));
          break;
        case "if":
        case "with":
          this.#conditional(node, scope);
          break;
        case "range":
          this.#range(node, scope);
          break;
        default:
          assertNever(node);
      }
    }
  }

  #conditional(node: ConditionalNode, outer: Scope): void {
    let scope = outer;
    for (const { declares, condition, body } of node.branches) {
      const value = this.#evaluator.evaluate(condition, scope);
      scope = withVariable(scope, declares, value);
      if (isTrue(value)) {
        this.#nodes(body, node.type === "with" ? { ...scope, dot: value } : scope);
        return;
      }
    }
    this.#nodes(node.otherwise, scope);
  }

  #range(node: RangeNode, scope: Scope): void {
    const entries = this.#entries(this.#evaluator.evaluate(node.over, scope), node);
    let isEmpty = true;
    for (const [key, dot] of entries) {
      isEmpty = false;
      this.#work.spend(1);
      const inside = withVariable(withVariable(scope, node.key, key), node.element, dot);
      this.#nodes(node.body, { ...inside, dot });
    }
    if (isEmpty) this.#nodes(node.otherwise, scope);
  }

  /** A list in its order, a map by its sorted keys, as in Go; null, such as an absent optional list, is empty. */
  #entries(value: JsonValue, { over }: RangeNode): Iterable<[number | string, JsonValue]> {
    if (Array.isArray(value)) return value.entries();
    if (value === null) return [];
    if (isObject(value)) {
      this.#work.spend(Object.keys(value).length);
      return Object.entries(value).sort(([left], [right]) => compareCodePoints(left, right));
    }
    this.#work.moveTo(over.at);
    throw this.#work.problem(`range needs a list or a map and got ${describeValue(value)}`);
  }
}
