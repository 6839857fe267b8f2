/**
 * Two versions of a type. What is sent must not be taken less widely than before, and what is received must not come
 * more widely: the same change can break one side and be harmless to the other.
 */
import { jsonEqual } from "../../json/json-equal.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode, resolveRef } from "../../tool/schema/json-schema.ts";
import { withoutKeywords } from "../../tool/schema/without-keywords.ts";
import type { Changes } from "./design-change.ts";
import { type Direction, diffConstraints } from "./diff-constraints.ts";

/** Whether those who rely on the type send its values or receive them. */
export type Side = "sent" | "received";

/** Both on their own, with whatever they refer to. */
export function diffSchemas(before: JsonSchema, after: JsonSchema, side: Side, changes: Changes): void {
  new SchemaDiff(before, after, side).compare(before, after, changes);
}

class SchemaDiff {
  readonly #before: JsonSchema;
  readonly #after: JsonSchema;
  readonly #side: Side;
  /** Pairs of types that are compared already: a type may contain itself. */
  readonly #seen = new Set<string>();

  constructor(before: JsonSchema, after: JsonSchema, side: Side) {
    this.#before = before;
    this.#after = after;
    this.#side = side;
  }

  compare(beforeNode: JsonSchemaNode, afterNode: JsonSchemaNode, changes: Changes): void {
    if (isSeen(this.#seen, beforeNode, afterNode)) return;
    const before = followed(beforeNode, this.#before);
    const after = followed(afterNode, this.#after);
    for (const { code, direction, message } of diffConstraints(before, after)) {
      changes.add(code, message, this.#breaks(direction));
    }
    this.#fields(before, after, changes);
    this.#elements(before, after, changes);
    this.#alternatives(before, after, changes);
  }

  #fields(before: JsonSchema, after: JsonSchema, changes: Changes): void {
    const { properties: was = {}, required: wasRequired = [] } = before;
    const { properties: is = {}, required: isRequired = [] } = after;
    for (const [name, node] of Object.entries(was)) {
      const field = changes.at(name);
      const counterpart = Object.hasOwn(is, name) ? is[name] : undefined;
      if (counterpart === undefined) {
        // Objects are closed: a field that is still sent is refused.
        field.breaking("field_removed", `the field "${name}" is gone`);
        continue;
      }
      this.compare(node, counterpart, field);
      const [had, has] = [wasRequired.includes(name), isRequired.includes(name)];
      if (!had && has) field.add("field_required", "is required, and was not", this.#breaks("narrower"));
      if (had && !has) field.add("field_optional", "may be absent, and was required", this.#breaks("wider"));
    }
    for (const name of Object.keys(is).filter((each) => !Object.hasOwn(was, each))) {
      const needed = isRequired.includes(name);
      const message = `the ${needed ? "required" : "optional"} field "${name}" is new`;
      changes.at(name).add("field_added", message, needed && this.#side === "sent");
    }
  }

  #elements(before: JsonSchema, after: JsonSchema, changes: Changes): void {
    const pairs = [
      ["elements", before.items, after.items],
      ["values", before.additionalProperties, after.additionalProperties],
    ] as const;
    for (const [name, was, is] of pairs) {
      if (isSchemaObject(was) && isSchemaObject(is)) this.compare(was, is, changes.at(name));
    }
  }

  #alternatives({ anyOf: was = [] }: JsonSchema, { anyOf: is = [] }: JsonSchema, changes: Changes): void {
    if (was.length === 0 && is.length === 0) return;
    const lacks = (all: readonly JsonSchemaNode[], others: readonly JsonSchemaNode[]) =>
      all.some((each) => !others.some((other) => jsonEqual(each, other)));
    const [isLost, isWon] = [lacks(was, is), lacks(is, was)];
    if (!isLost && !isWon) return;
    const direction = isLost && isWon ? "other" : isLost ? "narrower" : "wider";
    changes.add("type_changed", `had ${was.length} alternatives, has ${is.length}`, this.#breaks(direction));
  }

  #breaks(direction: Direction): boolean {
    if (direction === "other") return true;
    return direction === (this.#side === "sent" ? "narrower" : "wider");
  }
}

function isSeen(seen: Set<string>, before: JsonSchemaNode, after: JsonSchemaNode): boolean {
  const refs = [before, after].map((node) => (isSchemaObject(node) ? node.$ref : undefined));
  if (refs.includes(undefined)) return false;
  const pair = JSON.stringify(refs);
  if (seen.has(pair)) return true;
  seen.add(pair);
  return false;
}

/** The definition itself, under what stands beside the reference. `true` says nothing of a value. */
function followed(node: JsonSchemaNode, root: JsonSchema, passed: readonly string[] = []): JsonSchema {
  if (!isSchemaObject(node)) return {};
  const { $ref } = node;
  if ($ref === undefined || passed.includes($ref)) return node;
  const target = followed(resolveRef(root, $ref) ?? true, root, [...passed, $ref]);
  return { ...target, ...withoutKeywords(node, "$ref") };
}
