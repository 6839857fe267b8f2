/**
 * Follows each value that a template reads back to the root of the data, through `range`, `with`, variables, `index`
 * and `slice`. What a function makes has no place in the data; nothing is claimed about what is read from it.
 */
import { positionsIn, type SourcePosition } from "../source-position.ts";
import { type PathStep, pathText, type TemplatePath } from "../template-path.ts";
import type { CallExpression, Expression, FieldExpression, RangeNode, TemplateNode } from "./ast.ts";
import { invalidTemplate } from "./invalid-template.ts";

/** Steps from the root, or undefined for a value that is not part of the data. */
export type Origin = readonly PathStep[] | undefined;

export interface TracedPaths {
  /** Every path that is read, in order of the source. */
  readonly paths: readonly TemplatePath[];
  /** Where the value comes from that a field expression or an `index` reads from. */
  readonly origins: ReadonlyMap<Expression, Origin>;
}

interface Scope {
  readonly dot: Origin;
  readonly variables: ReadonlyMap<string, Origin>;
}

/** Deeper than any data; variables read from variables would otherwise add up to paths of any length. */
const maxSteps = 100;

const element: PathStep = { type: "element" };

export function tracePaths(source: string, nodes: readonly TemplateNode[]): TracedPaths {
  const tracer = new Tracer(source);
  tracer.nodes(nodes, { dot: [], variables: new Map([["$", []]]) });
  return tracer;
}

class Tracer implements TracedPaths {
  readonly paths: TemplatePath[] = [];
  readonly origins = new Map<Expression, Origin>();
  readonly #source: string;
  readonly #positionAt: (offset: number) => SourcePosition;

  constructor(source: string) {
    this.#source = source;
    this.#positionAt = positionsIn(source);
  }

  nodes(nodes: readonly TemplateNode[], outer: Scope): void {
    let scope = outer;
    for (const node of nodes) {
      switch (node.type) {
        case "text":
          break;
        case "output":
          this.#origin(node.value, scope);
          break;
        case "declare":
          scope = withVariable(scope, node.name, this.#origin(node.value, scope));
          break;
        case "if":
        case "with": {
          let chain = scope;
          for (const { declares, condition, body } of node.branches) {
            const origin = this.#origin(condition, chain);
            chain = withVariable(chain, declares, origin);
            this.nodes(body, node.type === "with" ? { ...chain, dot: origin } : chain);
          }
          this.nodes(node.otherwise, chain);
          break;
        }
        case "range":
          this.#range(node, scope);
      }
    }
  }

  #range(node: RangeNode, scope: Scope): void {
    const dot = this.#read(this.#origin(node.over, scope), [element], node.over.at);
    const inside = withVariable(withVariable(scope, node.key, undefined), node.element, dot);
    this.nodes(node.body, { ...inside, dot });
    this.nodes(node.otherwise, scope);
  }

  #origin(expression: Expression, scope: Scope): Origin {
    switch (expression.type) {
      case "literal":
        return undefined;
      case "dot":
        return scope.dot;
      case "variable":
        return scope.variables.get(expression.name);
      case "field":
        return this.#field(expression, this.#origin(expression.of, scope));
      case "call":
        return this.#call(expression, scope, []);
      case "pipeline": {
        let origin = this.#origin(expression.first, scope);
        for (const call of expression.calls) origin = this.#call(call, scope, [origin]);
        return origin;
      }
    }
  }

  #field(expression: FieldExpression, base: Origin): Origin {
    this.origins.set(expression, base);
    const steps = expression.names.map(({ name }): PathStep => ({ type: "field", name }));
    return this.#read(base, steps, expression.at);
  }

  #call(call: CallExpression, scope: Scope, piped: readonly Origin[]): Origin {
    const [first, ...rest] = [...call.args.map((argument) => this.#origin(argument, scope)), ...piped];
    if (call.name === "slice") return first;
    if (call.name !== "index") return undefined;
    this.origins.set(call, first);
    return rest.reduce<Origin>((origin, _, i) => this.#read(origin, [indexStep(call.args[i + 1])], call.at), first);
  }

  #read(from: Origin, further: readonly PathStep[], at: number): Origin {
    if (from === undefined) return undefined;
    const steps = [...from, ...further];
    if (steps.length > maxSteps) throw invalidTemplate(this.#source, at, `the path is longer than ${maxSteps} steps`);
    this.paths.push({ steps, inherited: from.length, text: pathText(steps), ...this.#positionAt(at) });
    return steps;
  }
}

/** What `index` does with a key: a text in the source names a key; anything else may be any element. */
function indexStep(key: Expression | undefined): PathStep {
  return key?.type === "literal" && typeof key.value === "string" ? { type: "key", key: key.value } : element;
}

function withVariable(scope: Scope, name: string | undefined, origin: Origin): Scope {
  return name === undefined ? scope : { ...scope, variables: new Map(scope.variables).set(name, origin) };
}
