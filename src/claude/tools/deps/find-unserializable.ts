/**
 * Looks through a value for the first part that JSON would change, drop or refuse. It looks all the way down, is not
 * caught in cycles, and takes what cannot be read (a getter that throws) for what it is: not data.
 */
import { messageOf } from "../../../errors/kigumi-error.ts";
import { isPlainObject } from "../../../json/is-plain-object.ts";
import { formatPath } from "../../../tool/schema/validation-issue.ts";
import { TypeHintResolutionError } from "../tool-errors.ts";
import { dataClassOf, hasToJson, schemaOf } from "./data-class.ts";
import { assertResolvable } from "./resolve-schema.ts";

export interface Unserializable {
  /** The constructor's name, or the type of what has none. */
  readonly typeName: string;
  /** `$` is the whole value. */
  readonly path: string;
  readonly problem: string;
}

export interface FindOptions {
  /** Believe any object's own `toJSON`: a schema describes the value and checks what comes of it. */
  readonly believesToJson?: boolean;
}

type Path = readonly (string | number)[];

const DEEPEST = 1000;

export function findUnserializable(value: unknown, { believesToJson = false }: FindOptions = {}) {
  const ancestors = new Set<object>();
  // Shared parts are looked at once: a small graph can have more paths than there is time.
  const cleared = new Set<object>();

  const visit = (part: unknown, path: Path): Unserializable | undefined => {
    if (typeof part !== "object") return isJsonPrimitive(part) ? undefined : problemAt(path, part);
    if (part === null || cleared.has(part)) return undefined;
    if (ancestors.has(part)) return problemAt(path, part, "refers back to itself");
    if (path.length > DEEPEST) return problemAt([], value, `is nested more than ${DEEPEST} levels deep`);

    ancestors.add(part);
    try {
      const found = Array.isArray(part) ? visitArray(part, path) : visitObject(part, path);
      if (found === undefined) cleared.add(part);
      return found;
    } catch (error) {
      if (error instanceof TypeHintResolutionError) throw error;
      return problemAt(path, part, `cannot be read: ${messageOf(error)}`);
    } finally {
      ancestors.delete(part);
    }
  };

  const visitArray = (items: readonly unknown[], path: Path): Unserializable | undefined => {
    // JSON would drop the class of a subclass, and whatever an array holds beside its items.
    if (!isPlainArray(items)) return problemAt(path, items, "is not a plain array");
    return firstOf(items.keys(), (index) => visit(items[index], [...path, index]));
  };

  const visitObject = (part: object, path: Path): Unserializable | undefined => {
    if (!isPlainObject(part)) {
      const dataClass = dataClassOf(part);
      if (dataClass === undefined && !(believesToJson && hasToJson(part))) return problemAt(path, part);
      const schema = dataClass && schemaOf(dataClass);
      if (schema !== undefined) assertResolvable(schema, typeNameOf(part));
    }
    if (hasToJson(part) && (believesToJson || !isPlainObject(part))) return visit(part.toJSON(), path);
    if (Object.getOwnPropertySymbols(part).length > 0) return problemAt(path, part, "has keys that are symbols");
    return firstOf(Object.keys(part), (key) => {
      const field: unknown = (part as Record<string, unknown>)[key];
      // JSON leaves such a field out, which reads the same.
      return field === undefined ? undefined : visit(field, [...path, key]);
    });
  };

  return visit(value, []);
}

function isJsonPrimitive(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

/** From any realm: the prototype of an array's own prototype is that of plain objects. No holes, no extra keys. */
function isPlainArray(items: readonly unknown[]): boolean {
  return (
    isPlainObject(Object.getPrototypeOf(Object.getPrototypeOf(items))) && Object.keys(items).length === items.length
  );
}

function firstOf<K>(keys: Iterable<K>, look: (key: K) => Unserializable | undefined): Unserializable | undefined {
  for (const key of keys) {
    const found = look(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function problemAt(path: Path, value: unknown, problem = "cannot be serialized"): Unserializable {
  const inside = path.length === 0 ? "" : formatPath(path);
  return {
    typeName: typeNameOf(value),
    path: `$${inside === "" || inside.startsWith("[") ? "" : "."}${inside}`,
    problem,
  };
}

export function typeNameOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return typeof value;
  try {
    return value.constructor.name || "object";
  } catch {
    return "object";
  }
}
