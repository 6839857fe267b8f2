import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { jsonEqual } from "../../../json/json-equal.ts";
import { findUnserializable } from "./find-unserializable.ts";
import { isSerializable, serializeDeps } from "./serialize-deps.ts";

class Client {
  readonly host = "localhost";
}
const cycle: Record<string, unknown> = { name: "a" };
cycle.self = { again: cycle };
const unreadable = {
  get token(): string {
    throw new Error("locked");
  },
};

/** Everything JSON cannot carry, each with the name it is reported under. */
const NOT_DATA: readonly (readonly [unknown, string])[] = [
  [undefined, "undefined"],
  [() => 1, "function"],
  [{ toJSON: () => "one way" }, "function"],
  [Symbol("s"), "symbol"],
  [1n, "bigint"],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "-Infinity"],
  [new Map([["a", 1]]), "Map"],
  [new Set([1]), "Set"],
  [new Date(0), "Date"],
  [/a/, "RegExp"],
  [new Uint8Array(2), "Uint8Array"],
  [Promise.resolve(1), "Promise"],
  [new Client(), "Client"],
  [Client, "function"],
  [Object.create(new Client()), "Client"],
  [new String("boxed"), "String"],
  [new (class List extends Array {})(), "List"],
  [Object.assign([1], { extra: true }), "Array"],
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
  [[1, , 2], "Array"],
  [{ [Symbol("hidden")]: 1 }, "Object"],
  [cycle, "Object"],
  [unreadable, "Object"],
  [
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    ),
    "Object",
  ],
];

test("JSON values are serializable, and what is written is what is read", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSerializable(value)).toBe(true);
      expect(jsonEqual(JSON.parse(serializeDeps(value)), value)).toBe(true);
    }),
  );
});

test("one thing that is not data spoils the whole, wherever it is", () => {
  const inArray = (inner: fc.Arbitrary<unknown>) =>
    fc.tuple(fc.array(fc.jsonValue()), inner).map(([others, bad]) => [...others, bad]);
  const inObject = (inner: fc.Arbitrary<unknown>) =>
    fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), inner).map(([others, bad]) => ({ ...others, bad }));
  const bad = fc.constantFrom(...NOT_DATA.map(([value]) => value));
  // An undefined field of an object reads the same as none, so it is the one thing that may stand there.
  const hidden = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, inArray(bad), inArray(tie("node")), inObject(tie("node"))),
  })).node;
  fc.assert(
    fc.property(hidden, (value) => {
      expect(isSerializable(value)).toBe(false);
    }),
  );
});

test("whatever it is given, it answers; and what it calls data survives JSON", () => {
  fc.assert(
    fc.property(
      fc.anything({ withMap: true, withSet: true, withBigInt: true, withDate: true, withSparseArray: true }),
      (value) => {
        if (!isSerializable(value)) return;
        expect(jsonEqual(JSON.parse(serializeDeps(value)), JSON.parse(JSON.stringify(value)))).toBe(true);
        expect(findUnserializable(JSON.parse(serializeDeps(value)))).toBeUndefined();
      },
    ),
    { numRuns: 500 },
  );
});

test("each kind of thing is named by its type", () => {
  for (const [value, typeName] of NOT_DATA) {
    expect(findUnserializable([value])).toMatchObject({ typeName });
  }
});

test("the place is named, and so is the problem", () => {
  expect(findUnserializable({ pool: [{ "db url": new Client() }] })).toEqual({
    typeName: "Client",
    path: '$.pool[0]["db url"]',
    problem: "cannot be serialized",
  });
  expect(findUnserializable([new Client()])).toMatchObject({ path: "$[0]" });
  expect(findUnserializable(1n)).toMatchObject({ path: "$" });
  expect(findUnserializable(cycle)).toMatchObject({ path: "$.self.again", problem: "refers back to itself" });
  expect(findUnserializable({ auth: unreadable })).toMatchObject({ path: "$.auth", problem: "cannot be read: locked" });
});

test("a part that is shared is no cycle, and is looked at once", () => {
  let shared: unknown = { n: 1 };
  for (let level = 0; level < 60; level++) shared = [shared, shared];
  expect(findUnserializable(shared)).toBeUndefined();
});

test("plain data of another realm, without a prototype, or with a field left undefined is plain data", () => {
  expect(isSerializable(runInNewContext("({ a: [1, { b: null }] })"))).toBe(true);
  expect(isSerializable(Object.assign(Object.create(null), { a: 1 }))).toBe(true);
  expect(isSerializable({ a: undefined })).toBe(true);
});

test("nesting beyond any use is refused, not overflowed", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(findUnserializable(deep)).toMatchObject({ problem: "is nested more than 1000 levels deep" });
});

test("instances are data when their class says how to come back: by fromJSON, or by a schema of plain fields", () => {
  class Described {
    static readonly schema = z.object({ a: z.number() });
    a = 1;
  }
  class Revived {
    static fromJSON = () => new Revived();
    readonly #secret = 1;
    toJSON = () => ({ secret: this.#secret });
  }
  class OneWay {
    static readonly schema = z.string();
    toJSON = () => "one way";
  }
  expect(isSerializable({ nested: [new Described(), new Revived()] })).toBe(true);
  expect(isSerializable(new (class extends Described {})())).toBe(true);
  expect(isSerializable(new OneWay())).toBe(false);
  expect(isSerializable(Object.assign(new Described(), { client: new Client() }))).toBe(false);
});
