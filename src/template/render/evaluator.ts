/** Computes the value of an expression. Errors point at the field or the call that failed, not at its action. */
import { assertNever } from "../../errors/assert-never.ts";
import { isObject, type JsonValue } from "../../json/json.ts";
import type { CallExpression, Expression, FieldExpression } from "../syntax/ast.ts";
import type { Origin } from "../syntax/trace-paths.ts";
import type { PathStep } from "../template-path.ts";
import { type KeyReader, readField, readIndex } from "./read-key.ts";
import { type Scope, variableIn } from "./scope.ts";
import { isTrue } from "./truth.ts";
import type { Work } from "./work.ts";

export class Evaluator {
  readonly #origins: ReadonlyMap<Expression, Origin>;
  readonly #reader: KeyReader;
  readonly #work: Work;

  constructor(origins: ReadonlyMap<Expression, Origin>, reader: KeyReader) {
    this.#origins = origins;
    this.#reader = reader;
    this.#work = reader.work;
  }

  evaluate(expression: Expression, scope: Scope): JsonValue {
    this.#work.spend(1);
    switch (expression.type) {
      case "literal":
        return expression.value;
      case "dot":
        return scope.dot;
      case "variable":
        return variableIn(scope, expression.name);
      case "field":
        return this.#field(expression, scope);
      case "call":
        return this.#call(expression, scope, []);
      case "pipeline": {
        let value = this.evaluate(expression.first, scope);
        for (const call of expression.calls) value = this.#call(call, scope, [value]);
        return value;
      }
      default:
        return assertNever(expression);
    }
  }

  #field(expression: FieldExpression, scope: Scope): JsonValue {
    let value = this.evaluate(expression.of, scope);
    for (const [index, { name, at }] of expression.names.entries()) {
      this.#work.moveTo(at);
      // A key that is not there as written is looked for among the Go spellings of all keys.
      if (isObject(value) && !Object.hasOwn(value, name)) this.#work.spend(Object.keys(value).length);
      const place = () => {
        const steps = expression.names.slice(0, index).map(({ name }): PathStep => ({ type: "field", name }));
        return joinSteps(this.#origins.get(expression), steps);
      };
      value = readField(value, name, place, this.#reader);
    }
    return value;
  }

  #call(call: CallExpression, scope: Scope, piped: readonly JsonValue[]): JsonValue {
    const { run } = call.spec;
    if (run === "and") return this.#firstThat((value) => !isTrue(value), call, scope, piped);
    if (run === "or") return this.#firstThat(isTrue, call, scope, piped);
    const args = [...call.args.map((argument) => this.evaluate(argument, scope)), ...piped];
    this.#work.moveTo(call.at);
    if (run === "index") return this.#index(call, args);
    for (const argument of args) this.#spendText(argument);
    const result = run(args, this.#work);
    this.#spendText(result);
    return result;
  }

  /** `and` and `or`: the first argument that decides, or the last one. What comes after it is not evaluated. */
  #firstThat(
    decides: (value: JsonValue) => boolean,
    { args }: CallExpression,
    scope: Scope,
    piped: readonly JsonValue[],
  ): JsonValue {
    let value: JsonValue = null;
    for (const argument of args) {
      value = this.evaluate(argument, scope);
      if (decides(value)) return value;
    }
    return piped[0] ?? (piped.length > 0 ? null : value);
  }

  #index(call: CallExpression, [collection = null, ...keys]: readonly JsonValue[]): JsonValue {
    return keys.reduce<JsonValue>((value, key, index) => {
      const place = () => joinSteps(this.#origins.get(call), keys.slice(0, index).map(stepInto));
      return readIndex(value, key, place, this.#reader);
    }, collection);
  }

  #spendText(value: JsonValue): void {
    if (typeof value !== "string") return;
    this.#work.spend(value.length);
    this.#work.checkLength(value.length);
  }
}

function joinSteps(from: Origin, steps: readonly PathStep[]): Origin {
  return from && [...from, ...steps];
}

function stepInto(key: JsonValue): PathStep {
  return typeof key === "string" ? { type: "key", key } : { type: "element" };
}
