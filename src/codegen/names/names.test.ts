import fc from "fast-check";
import { expect, test } from "vitest";
import { NameScope, uniqueNames } from "./unique-names.ts";
import { camelCase, pascalCase, slug } from "./words.ts";

test("one name has one spelling for files, one for values and one for types", () => {
  const names = ["get_time-series", "getTimeSeries", "Get time series"];
  expect(new Set(names.map(slug))).toEqual(new Set(["get_time_series"]));
  expect(new Set(names.map(camelCase))).toEqual(new Set(["getTimeSeries"]));
  expect(new Set(names.map(pascalCase))).toEqual(new Set(["GetTimeSeries"]));
  expect(slug("HTTPServer2")).toBe("http_server2");
  expect(slug("Café")).toBe("cafe");
});

test("every name becomes one that is safe as a file and as code", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("..", "../x", "con", "日本語", "")),
      (name) => {
        expect(slug(name)).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
        expect(pascalCase(name)).toMatch(/^[A-Z][A-Za-z0-9]*$/);
        expect(camelCase(name)).toMatch(/^[a-z][A-Za-z0-9]*$/);
      },
    ),
    { numRuns: 2000 },
  );
});

test("names that would clash all carry their own hash, whatever their order", () => {
  const names = uniqueNames(["a b", "c", "a-b"], slug);
  expect(names.get("c")).toBe("c");
  expect(names.get("a b")).toMatch(/^a_b_[0-9a-f]{8}$/);
  expect(names.get("a b")).not.toBe(names.get("a-b"));
  expect(uniqueNames(["a-b", "a b"], slug).get("a b")).toBe(names.get("a b"));
});

test("a name that is spelt as another with its hash is kept apart from it too", () => {
  const hashed = uniqueNames(["a b", "a-b"], slug).get("a b") ?? "";
  for (const names of [
    ["a b", "a-b", hashed],
    [hashed, "a-b", "a b"],
  ]) {
    const unique = uniqueNames(names, slug);
    expect(new Set(unique.values()).size).toBe(3);
    expect(unique.get("a-b")).toBe(uniqueNames(["a b", "a-b"], slug).get("a-b"));
  }
});

test("a scope hands out every name once, and no reserved word", () => {
  const scope = new NameScope(["taken"]);
  expect(["taken", "taken", "delete", "fresh"].map((name) => scope.take(name))).toEqual([
    "taken2",
    "taken3",
    "delete_",
    "fresh",
  ]);
});
