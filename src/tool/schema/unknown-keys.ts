/**
 * Finds keys that a schema does not name, for validators that would drop them silently. Built once per schema from
 * its JSON Schema; a schema without objects needs no check at all, and a flat one is a single loop over the keys.
 */
import { didYouMean } from "../../errors/did-you-mean.ts";
import { isObject } from "../../json/json.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef, typesOf } from "./json-schema.ts";
import type { ValidationIssue } from "./validation-issue.ts";

/** Returns the unknown keys of a value, or undefined when there are none. */
export type KeyCheck = (value: unknown) => ValidationIssue[] | undefined;

type Path = readonly (string | number)[];
type Check = (value: unknown, path: Path, issues: ValidationIssue[]) => void;

export function buildKeyCheck(root: JsonSchema): KeyCheck | undefined {
  const check = new Builder(root).build(root);
  if (check === undefined) return undefined;
  const hasOnlyKnownKeys = flatCheck(root);
  return (value) => {
    // The common case by far: a flat object whose keys are all known allocates nothing.
    if (hasOnlyKnownKeys?.(value)) return undefined;
    const issues: ValidationIssue[] = [];
    check(value, [], issues);
    return issues.length === 0 ? undefined : issues;
  };
}

/** A check for objects without objects inside, or undefined for any other schema. */
function flatCheck(root: JsonSchema): ((value: unknown) => boolean) | undefined {
  const { properties } = root;
  if (properties === undefined || isSchemaObject(root.additionalProperties) || isComposed(root)) return undefined;
  const builder = new Builder(root);
  if (Object.values(properties).some((child) => builder.build(child) !== undefined)) return undefined;

  const names = Object.keys(properties);
  const known = new Set(names);
  return (value) => {
    if (!isObject(value)) return true;
    // Callers mostly send keys in the schema's order, where one comparison settles each.
    let next = 0;
    for (const key in value) {
      if (key === names[next]) next++;
      else if (!known.has(key)) return false;
    }
    return true;
  };
}

class Builder {
  readonly #root: JsonSchema;
  readonly #refs = new Map<string, { check: Check | undefined }>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  build(node: JsonSchemaNode | undefined): Check | undefined {
    if (!isSchemaObject(node)) return undefined;
    const checks = [this.#object(node), this.#array(node), this.#union(node)].filter((check) => check !== undefined);
    if (node.$ref !== undefined && node.properties === undefined) checks.push(this.#reference(node.$ref));
    if (checks.length <= 1) return checks[0];
    return (value, path, issues) => {
      for (const check of checks) check(value, path, issues);
    };
  }

  #object(node: JsonSchema): Check | undefined {
    const properties = this.#propertiesOf(node);
    if (properties === undefined) return undefined;
    const children = new Map<string, Check>();
    for (const [key, child] of properties.known) {
      const check = this.build(child);
      if (check !== undefined) children.set(key, check);
    }
    const restCheck = this.build(properties.rest);
    const known = new Set(properties.known.keys());
    const { isClosed } = properties;
    if (!isClosed && children.size === 0 && restCheck === undefined) return undefined;

    return (value, path, issues) => {
      if (!isObject(value)) return;
      for (const key of Object.keys(value)) {
        if (known.has(key)) children.get(key)?.(value[key], [...path, key], issues);
        else if (isClosed) issues.push(unknownKey(path, key, known));
        else restCheck?.(value[key], [...path, key], issues);
      }
    };
  }

  #array(node: JsonSchema): Check | undefined {
    const tuple = node.prefixItems ?? (Array.isArray(node.items) ? (node.items as readonly JsonSchemaNode[]) : []);
    const positions = tuple.map((child) => this.build(child));
    const rest = Array.isArray(node.items) ? undefined : this.build(node.items as JsonSchemaNode | undefined);
    if (rest === undefined && positions.every((check) => check === undefined)) return undefined;
    return (value, path, issues) => {
      if (!Array.isArray(value)) return;
      for (const [i, item] of value.entries()) {
        const check = i < positions.length ? positions[i] : rest;
        check?.(item, [...path, i], issues);
      }
    };
  }

  /** A value fits a union when one applicable branch knows all its keys; otherwise the closest branch speaks. */
  #union(node: JsonSchema): Check | undefined {
    const branches = node.anyOf ?? node.oneOf;
    if (branches === undefined || node.properties !== undefined) return undefined;
    const options = branches.map((branch) => ({ schema: this.#deref(branch), check: this.build(branch) }));
    if (options.every(({ check }) => check === undefined)) return undefined;
    return (value, path, issues) => {
      let closest: ValidationIssue[] | undefined;
      for (const { schema, check } of options) {
        if (!couldApply(schema, value)) continue;
        const found: ValidationIssue[] = [];
        check?.(value, path, found);
        if (found.length === 0) return;
        if (closest === undefined || found.length < closest.length) closest = found;
      }
      if (closest !== undefined) issues.push(...closest);
    };
  }

  #reference(ref: string): Check {
    // Built on first use: a recursive schema refers to itself while it is being built.
    return (value, path, issues) => {
      let entry = this.#refs.get(ref);
      if (entry === undefined) {
        entry = { check: this.build(resolveRef(this.#root, ref)) };
        this.#refs.set(ref, entry);
      }
      entry.check?.(value, path, issues);
    };
  }

  /** The keys a node names, with those of everything composed into it. */
  #propertiesOf(node: JsonSchema, seen = new Set<JsonSchema>()): ObjectKeys | undefined {
    if (seen.has(node)) return undefined;
    seen.add(node);
    const parts: ObjectKeys[] = [];
    if (
      node.properties !== undefined ||
      node.additionalProperties !== undefined ||
      node.patternProperties !== undefined
    ) {
      const rest = node.additionalProperties;
      parts.push({
        known: new Map(Object.entries(node.properties ?? {})),
        rest: isSchemaObject(rest) ? rest : undefined,
        isClosed: node.patternProperties === undefined && (rest === undefined || rest === false),
      });
    }
    const hasOwnKeys = parts.length > 0;
    const composed = [...(node.allOf ?? []), ...(hasOwnKeys ? [...(node.anyOf ?? []), ...(node.oneOf ?? [])] : [])];
    if (hasOwnKeys && node.$ref !== undefined) composed.push({ $ref: node.$ref });
    for (const branch of composed) {
      const keys = this.#propertiesOf(this.#deref(branch), seen);
      if (keys !== undefined) parts.push(keys);
    }
    if (parts.length === 0) return undefined;
    return {
      known: new Map(parts.flatMap((part) => [...part.known])),
      rest: parts.find((part) => part.rest !== undefined)?.rest,
      isClosed: parts.every((part) => part.isClosed),
    };
  }

  #deref(node: JsonSchemaNode): JsonSchema {
    const target = isSchemaObject(node) && node.$ref !== undefined ? resolveRef(this.#root, node.$ref) : node;
    return isSchemaObject(target) ? target : {};
  }
}

interface ObjectKeys {
  readonly known: ReadonlyMap<string, JsonSchemaNode>;
  readonly rest: JsonSchema | undefined;
  readonly isClosed: boolean;
}

function isComposed(node: JsonSchema): boolean {
  return (node.allOf ?? node.anyOf ?? node.oneOf ?? node.$ref ?? node.patternProperties) !== undefined;
}

/** Rules out branches of another type, or whose constants (the discriminator of a union) differ. */
function couldApply(branch: JsonSchema, value: unknown): boolean {
  const types = typesOf(branch);
  if (isObject(value)) {
    if (types.length > 0 && !types.includes("object")) return false;
    return Object.entries(branch.properties ?? {}).every(([key, child]) => {
      if (!isSchemaObject(child) || child.const === undefined) return true;
      return !Object.hasOwn(value, key) || value[key] === child.const;
    });
  }
  if (Array.isArray(value)) return types.length === 0 || types.includes("array");
  return types.length === 0 || !(types.length === 1 && (types[0] === "object" || types[0] === "array"));
}

function unknownKey(path: Path, key: string, known: ReadonlySet<string>): ValidationIssue {
  const meant = didYouMean(key, known);
  const hint = meant === undefined ? listKeys(known) : `did you mean "${meant}"?`;
  return {
    path: [...path, key],
    constraint: "unknown_key",
    message: `unknown key; ${hint}`,
    received: key,
    allowed: [...known],
  };
}

function listKeys(known: ReadonlySet<string>): string {
  return known.size === 0 ? "no keys are accepted here" : `allowed keys: ${[...known].join(", ")}`;
}
