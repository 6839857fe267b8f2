import fc from "fast-check";
import { expect, test } from "vitest";
import { copyOfJson } from "./copy-of-json.ts";
import type { JsonObject } from "./json.ts";

test("a copy equals its original and shares no object with it", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const copy = copyOfJson(object as JsonObject);
      expect(copy).toEqual(object);
      const originals = new Set(objectsIn(object));
      expect(objectsIn(copy).filter((each) => originals.has(each))).toEqual([]);
    }),
  );
});

test("a key that objects treat as their own is a key like others", () => {
  const copy = copyOfJson(JSON.parse('{"__proto__":{"a":[1]},"constructor":2}'));
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":[1]},"constructor":2}');
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test("what is no JSON is copied as it is written", () => {
  const object: Record<string, unknown> = { a: 1 };
  object.self = object;
  expect(copyOfJson(object as JsonObject)).toEqual({ a: 1, self: "[circular: $]" });
  expect(copyOfJson({ when: new Date(0) } as never)).toEqual({ when: "1970-01-01T00:00:00.000Z" });
  expect(copyOfJson({ none: undefined } as never)).not.toHaveProperty("none", null);
});

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
