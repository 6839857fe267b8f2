/**
 * Checks a value against a schema without compiling a validator: small, synchronous, and safe on schemas from
 * elsewhere. What it cannot decide it answers one way or the other, as asked: `mayMatch` never refuses a value the
 * schema accepts, `surelyMatches` never accepts one it refuses. Speaks draft 2020-12.
 */
import { isObject, jsonTypeOf } from "../../json/json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import { compileLinearPattern } from "../../pattern/linear-pattern.ts";
import { isSurelyOfFormat } from "./formats.ts";
import { type JsonSchema, type JsonSchemaNode, typesOf } from "./json-schema.ts";

export interface MatchOptions {
  /** Where a reference leads; nobody knows what a reference that leads nowhere accepts. */
  readonly resolve: (ref: string) => JsonSchemaNode | undefined;
  /**
   * Properties an object does not declare: overlooked even where it is closed, or refused even where it does not say.
   * Left out, the schema decides.
   */
  readonly undeclared?: "overlook" | "refuse";
  /** Take every format as met, as draft 2020-12 does; left out, a value has to be surely of its format. */
  readonly trustFormats?: boolean;
}

/** True unless the value certainly breaks the schema. Looks at the names of properties, not at patterns and formats of texts. */
export function mayMatch(value: unknown, node: JsonSchemaNode, options: MatchOptions): boolean {
  return new Matcher(options, false).accepts(value, node);
}

/** True only when the value certainly satisfies the schema. */
export function surelyMatches(value: unknown, node: JsonSchemaNode, options: MatchOptions): boolean {
  return new Matcher(options, true).accepts(value, node);
}

/** Keywords nothing here evaluates. */
const UNDECIDED = ["if", "contains", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties", "$dynamicRef"];

class Matcher {
  readonly #options: MatchOptions;
  readonly #mustBeSure: boolean;
  // Each value meets each reference once: nested unions of recursive types would otherwise cost exponential time.
  readonly #known = new Map<unknown, Map<string, boolean>>();

  constructor(options: MatchOptions, mustBeSure: boolean) {
    this.#options = options;
    this.#mustBeSure = mustBeSure;
  }

  accepts(value: unknown, node: JsonSchemaNode): boolean {
    if (typeof node === "boolean") return node;
    return (
      isOfType(value, node) &&
      (node.const === undefined || jsonEqual(node.const, value)) &&
      (node.enum === undefined || node.enum.some((allowed) => jsonEqual(allowed, value))) &&
      fitsBounds(value, node) &&
      (!isObject(value) || this.#acceptsProperties(value, node)) &&
      (!Array.isArray(value) || this.#acceptsItems(value, node)) &&
      (node.anyOf === undefined || node.anyOf.some((branch) => this.accepts(value, branch))) &&
      (node.oneOf === undefined || this.#acceptsOneOf(value, node.oneOf)) &&
      (node.allOf === undefined || node.allOf.every((branch) => this.accepts(value, branch))) &&
      (node.not === undefined || !this.#opposite().accepts(value, node.not as JsonSchemaNode)) &&
      (node.$ref === undefined || this.#acceptsReferenced(value, node.$ref)) &&
      (!this.#mustBeSure || this.#isCertain(value, node))
    );
  }

  #acceptsOneOf(value: unknown, branches: readonly JsonSchemaNode[]): boolean {
    const accepting = branches.filter((branch) => this.accepts(value, branch));
    if (!this.#mustBeSure || accepting.length !== 1) return accepting.length > 0 && !this.#mustBeSure;
    return branches.filter((branch) => this.#opposite().accepts(value, branch)).length === 1;
  }

  /** Refusing for sure takes a matcher that errs the other way. */
  #opposite(): Matcher {
    return new Matcher(this.#options, !this.#mustBeSure);
  }

  #acceptsReferenced(value: unknown, ref: string): boolean {
    let byRef = this.#known.get(value);
    if (byRef === undefined) {
      byRef = new Map();
      this.#known.set(value, byRef);
    }
    const known = byRef.get(ref);
    if (known !== undefined) return known;
    byRef.set(ref, false); // what a type that only refers to itself accepts
    const accepted = this.accepts(value, this.#options.resolve(ref) ?? !this.#mustBeSure);
    byRef.set(ref, accepted);
    return accepted;
  }

  #acceptsProperties(value: Record<string, unknown>, node: JsonSchema): boolean {
    const { properties = {}, required = [], additionalProperties = true, patternProperties = {} } = node;
    if (!required.every((name) => Object.hasOwn(value, name))) return false;
    const patterns = Object.entries(patternProperties);
    return Object.keys(value).every((key) => {
      const isDeclared = Object.hasOwn(properties, key);
      if (isDeclared && !this.accepts(value[key], properties[key] ?? true)) return false;
      if (patterns.length > 0) return this.#acceptsByPattern(key, value[key], node);
      if (isDeclared) return true;
      if (this.#options.undeclared === "refuse" && isUnsaid(node)) return false;
      if (additionalProperties === false) return this.#options.undeclared === "overlook";
      return this.accepts(value[key], additionalProperties);
    });
  }

  /** Undeclared and pattern-named properties, decided by the patterns. */
  #acceptsByPattern(key: string, value: unknown, node: JsonSchema): boolean {
    const matching: JsonSchemaNode[] = [];
    for (const [pattern, child] of Object.entries(node.patternProperties ?? {})) {
      const isFound = finds(pattern, key);
      if (isFound === undefined) return !this.#mustBeSure;
      if (isFound) matching.push(child);
    }
    const isClaimed = matching.length > 0 || Object.hasOwn(node.properties ?? {}, key);
    if (!isClaimed && node.additionalProperties === false) return this.#options.undeclared === "overlook";
    const children = isClaimed ? matching : [node.additionalProperties ?? true];
    return children.every((child) => this.accepts(value, child));
  }

  #acceptsItems(value: readonly unknown[], node: JsonSchema): boolean {
    const first = node.prefixItems ?? [];
    const rest = (node.items ?? true) as JsonSchemaNode;
    return value.every((item, index) => this.accepts(item, first[index] ?? rest));
  }

  /** The rest of the keywords: too dear for a mere guess, needed for certainty. */
  #isCertain(value: unknown, node: JsonSchema): boolean {
    if (UNDECIDED.some((keyword) => node[keyword] !== undefined)) return false;
    if (typeof value === "string" || typeof value === "number") {
      const isOfFormat =
        this.#options.trustFormats || node.format === undefined || isSurelyOfFormat(value, node.format);
      if (!isOfFormat) return false;
      return node.pattern === undefined || typeof value === "number" || finds(node.pattern, value) === true;
    }
    if (Array.isArray(value)) return node.uniqueItems !== true || areDistinct(value);
    if (!isObject(value)) return true;
    const names = Object.keys(value);
    const dependencies = Object.entries((node.dependentRequired ?? {}) as Record<string, string[]>);
    return (
      names.every((name) => this.accepts(name, (node.propertyNames ?? true) as JsonSchemaNode)) &&
      dependencies.every(([name, needed]) => !names.includes(name) || needed.every((other) => names.includes(other)))
    );
  }
}

/** Whether an object declares properties and leaves open whether there may be others. */
function isUnsaid(node: JsonSchema): boolean {
  const says = node.additionalProperties ?? node.unevaluatedProperties ?? node.patternProperties;
  return says === undefined && node.properties !== undefined;
}

/** Whether a pattern occurs in a text, in linear time; undefined when the pattern cannot be run that way. */
function finds(pattern: string, text: string): boolean | undefined {
  try {
    return compileLinearPattern(pattern).test(text);
  } catch {
    return undefined;
  }
}

function areDistinct(items: readonly unknown[]): boolean {
  return items.every((item, index) => !items.slice(0, index).some((earlier) => jsonEqual(earlier, item)));
}

function isOfType(value: unknown, node: JsonSchema): boolean {
  const types = typesOf(node);
  if (types.length === 0) return true;
  const type = jsonTypeOf(value);
  return types.some((allowed) => allowed === type || (allowed === "integer" && Number.isInteger(value)));
}

function fitsBounds(value: unknown, node: JsonSchema): boolean {
  if (typeof value === "number") return fitsRange(value, node);
  if (typeof value === "string") {
    const isBounded = node.minLength !== undefined || node.maxLength !== undefined;
    return !isBounded || isBetween([...value].length, node.minLength, node.maxLength);
  }
  if (Array.isArray(value)) return isBetween(value.length, node.minItems, node.maxItems);
  return !isObject(value) || isBetween(Object.keys(value).length, node.minProperties, node.maxProperties);
}

function fitsRange(value: number, node: JsonSchema): boolean {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  return (
    isBetween(value, node.minimum, node.maximum) &&
    (typeof exclusiveMinimum !== "number" || value > exclusiveMinimum) &&
    (typeof exclusiveMaximum !== "number" || value < exclusiveMaximum) &&
    (typeof multipleOf !== "number" || Number.isInteger(value / multipleOf))
  );
}

function isBetween(size: number, least: unknown, most: unknown): boolean {
  return (typeof least !== "number" || size >= least) && (typeof most !== "number" || size <= most);
}
