/**
 * What keeps values of one type from being handed over as another: a required field that may not be there, or a value
 * of another kind. Limits are not compared: whoever takes the value checks them.
 */
import { type JsonSchema, type JsonSchemaNode, typesOf } from "../../tool/schema/json-schema.ts";
import { followed } from "./reshape.ts";

/** Both on their own, with whatever they refer to. One text for each problem, with the path of the field. */
export function shapeProblems(from: JsonSchema, to: JsonSchema): string[] {
  return new Comparison(from, to).problems(from, to, []);
}

class Comparison {
  readonly #from: JsonSchema;
  readonly #to: JsonSchema;
  /** Types may contain themselves. */
  readonly #compared = new Map<JsonSchema, Set<JsonSchema>>();

  constructor(from: JsonSchema, to: JsonSchema) {
    this.#from = from;
    this.#to = to;
  }

  problems(given: JsonSchemaNode | undefined, wanted: JsonSchemaNode | undefined, path: readonly string[]): string[] {
    const [from, to] = [followed(given, this.#from), followed(wanted, this.#to)];
    // Of a type that says nothing, nothing can be told.
    if (from === undefined || to === undefined || this.#isCompared(from, to)) return [];
    if (!areAlike(from, to)) return [`${named(path)} is ${kinds(from)} here and ${kinds(to)} there`];
    return [...this.#fields(from, to, path), ...this.#elements(from, to, path)];
  }

  #fields(from: JsonSchema, to: JsonSchema, path: readonly string[]): string[] {
    const { properties: given, required: surely = [] } = from;
    const { properties: wanted, required = [] } = to;
    if (given === undefined || wanted === undefined) return [];
    return Object.entries(wanted).flatMap(([name, node]) => {
      const field = [...path, name];
      const source = Object.hasOwn(given, name) ? given[name] : undefined;
      const isSure = surely.includes(name) || followed(source, this.#from)?.default !== undefined;
      const isNeeded = required.includes(name) && followed(node, this.#to)?.default === undefined;
      const missing = isNeeded && !isSure ? [`${named(field)} is required, and may not be there`] : [];
      return source === undefined ? missing : [...missing, ...this.problems(source, node, field)];
    });
  }

  #elements(from: JsonSchema, to: JsonSchema, path: readonly string[]): string[] {
    if (Array.isArray(from.items) || Array.isArray(to.items)) return [];
    return this.problems(from.items as JsonSchemaNode, to.items as JsonSchemaNode, [...path, "elements"]);
  }

  #isCompared(from: JsonSchema, to: JsonSchema): boolean {
    const others = this.#compared.get(from) ?? new Set();
    this.#compared.set(from, others);
    if (others.has(to)) return true;
    others.add(to);
    return false;
  }
}

function areAlike(from: JsonSchema, to: JsonSchema): boolean {
  const [given, wanted] = [typesOf(from), typesOf(to)];
  if (given.length === 0 || wanted.length === 0) return true;
  return given.some((type) => wanted.includes(type) || (type === "integer" && wanted.includes("number")));
}

function kinds(schema: JsonSchema): string {
  return typesOf(schema).join(" or ");
}

function named(path: readonly string[]): string {
  return path.length === 0 ? "the whole" : `"${path.join(".")}"`;
}
