/** Values for a schema: valid ones, ones with one thing wrong, and anything at all. */
import fc from "fast-check";
import {
  isSchemaObject,
  type JsonSchema,
  type JsonSchemaNode,
  resolveRef,
  typesOf,
} from "../../src/tool/schema/json-schema.ts";

type Value = fc.Arbitrary<unknown>;

export function arbitraryValue(root: JsonSchema): Value {
  const fitting = new Fitting(root).of(root, 0);
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 5, arbitrary: fc.tuple(fitting, fc.array(mutation, { minLength: 1, maxLength: 2 })).map(mutate) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

const mutation = fc.record({
  seed: fc.nat(),
  kind: fc.constantFrom("drop", "add", "replace", "proto", "append"),
  value: fc.oneof(
    fc.constantFrom(null, true, 0, -1, 1.5, 1e21, "", "abc", "😀😀😀", [], {}, "2024-02-30", "12:00:00Z", "a@b.co"),
    fc.jsonValue({ maxDepth: 1 }),
  ),
  key: fc.constantFrom("extra", "constructor", "toString", "a", "kind", "own", "x_1"),
});

interface Mutation {
  readonly seed: number;
  readonly kind: string;
  readonly value: unknown;
  readonly key: string;
}

function mutate([value, mutations]: [unknown, Mutation[]]): unknown {
  return mutations.reduce((current, each) => mutateOnce(structuredClone(current), each), value);
}

/** Walks down by the digits of the seed and changes something there. */
function mutateOnce(value: unknown, mutation: Mutation): unknown {
  if (typeof value !== "object" || value === null || mutation.seed % 5 === 0) return mutateHere(value, mutation);
  const keys = Object.keys(value);
  if (keys.length === 0) return mutateHere(value, mutation);
  const key = keys[Math.floor(mutation.seed / 5) % keys.length] ?? "";
  const container = value as Record<string, unknown>;
  container[key] = mutateOnce(container[key], { ...mutation, seed: Math.floor(mutation.seed / 7) });
  return container;
}

function mutateHere(value: unknown, { kind, seed, key, value: other }: Mutation): unknown {
  if (Array.isArray(value)) return kind === "drop" ? value.slice(1) : [...value, kind === "append" ? value[0] : other];
  if (typeof value !== "object" || value === null || kind === "replace") return other;
  const entries = Object.entries(value);
  if (kind === "drop") return Object.fromEntries(entries.filter((_, index) => index !== seed % entries.length));
  if (kind === "proto") return JSON.parse(`{"__proto__":1,${JSON.stringify(value).slice(1)}`.replace(",}", "}"));
  return { ...value, [key]: other };
}

class Fitting {
  readonly #root: JsonSchema;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  of(node: JsonSchemaNode, depth: number): Value {
    if (!isSchemaObject(node)) return fc.jsonValue({ maxDepth: 1 });
    if (typeof node.$ref === "string") {
      const target = resolveRef(this.#root, node.$ref) ?? true;
      return depth > 4 ? fc.constant(null) : fc.constant(null).chain(() => this.of(target, depth + 1));
    }
    if (Object.hasOwn(node, "const")) return fc.constant(node.const);
    if (node.enum !== undefined) return fc.constantFrom(...node.enum);
    const branches = node.anyOf ?? node.oneOf;
    if (branches !== undefined) return fc.oneof(...branches.map((branch) => this.of(branch, depth)));
    if (node.allOf !== undefined) {
      return fc
        .tuple(...node.allOf.map((part) => this.of(part, depth)))
        .map((parts) => Object.assign({}, ...(parts as object[])));
    }
    const types = typesOf(node);
    return types.length === 0
      ? fc.jsonValue({ maxDepth: 1 })
      : fc.oneof(...types.map((type) => this.#typed(type, node, depth)));
  }

  #typed(type: string, node: JsonSchema, depth: number): Value {
    switch (type) {
      case "string":
        return stringOf(node);
      case "integer":
        return fc
          .integer({ min: node.minimum ?? -50, max: node.maximum ?? 50 })
          .map((n) => n - (n % Number(node.multipleOf ?? 1)));
      case "number":
        return fc.double({ min: node.minimum ?? -3, max: node.maximum ?? 3, noNaN: true });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return this.#array(node, depth);
      default:
        return this.#object(node, depth);
    }
  }

  #array({ prefixItems = [], items = true, minItems = 0, maxItems = 4 }: JsonSchema, depth: number): Value {
    const rest =
      items === false
        ? fc.constant([])
        : fc.array(this.of(items as JsonSchemaNode, depth + 1), {
            minLength: minItems,
            maxLength: depth > 2 ? minItems : maxItems,
          });
    return fc
      .tuple(fc.tuple(...prefixItems.map((item) => this.of(item, depth + 1))), rest)
      .map(([head, tail]) => [...head, ...tail]);
  }

  #object(node: JsonSchema, depth: number): Value {
    const { properties = {}, required = [], additionalProperties, patternProperties = {} } = node;
    const named = Object.fromEntries(
      Object.entries(properties).map(([key, child]) => [key, this.of(child, depth + 1)]),
    );
    const fields =
      depth > 2 ? Object.fromEntries(Object.entries(named).filter(([key]) => required.includes(key))) : named;
    const record = fc.record(fields, { requiredKeys: required.filter((key) => key in fields) });
    const [pattern] = Object.values(patternProperties);
    const value =
      pattern ??
      (isSchemaObject(additionalProperties) || additionalProperties === true ? additionalProperties : undefined);
    if (value === undefined) return record;
    const extras = fc.dictionary(fc.constantFrom("k1", "x_2", "key"), this.of(value, depth + 1), { maxKeys: 2 });
    return fc.tuple(extras, record).map(([more, own]) => ({ ...more, ...(own as object) }));
  }
}

const FORMATTED: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString().slice(0, 10)),
  time: fc.constantFrom("12:00:00Z", "23:59:60Z", "12:00:00", "1:2:3Z", "12:00:00+01:00"),
  "date-time": fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString()),
  email: fc.emailAddress(),
  hostname: fc.domain(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: fc.webUrl(),
  regex: fc.constantFrom("^a+$", "[", "(?<x>a)", "\\Z", "a{1,2}"),
  duration: fc.constantFrom("P1D", "PT5M", "P", "PT", "P1W", "5m"),
  byte: fc.base64String(),
};

function stringOf({ format, pattern, minLength = 0, maxLength = 8 }: JsonSchema): fc.Arbitrary<string> {
  const formatted = format === undefined ? undefined : FORMATTED[format];
  if (formatted !== undefined) return formatted;
  if (pattern !== undefined) return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.string({ maxLength: 4 }));
  return fc.string({ unit: fc.constantFrom("a", "b", "😀", " ", "é", "\ud83d"), minLength, maxLength });
}
