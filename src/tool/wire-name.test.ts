import fc from "fast-check";
import { expect, test } from "vitest";
import { wireName, wireNames } from "./wire-name.ts";

test("an id that is already fit keeps its name", () => {
  expect(wireName("read_file")).toBe("read_file");
  expect(wireName("docs.search")).toBe("docs_search");
});

test("ids that would meet get a hash of themselves, the fit one keeps its name", () => {
  const names = wireNames(["a.b", "a_b", "a/b"]);
  expect(names.toWire("a_b")).toBe("a_b");
  expect(names.toWire("a.b")).toMatch(/^a_b_[0-9a-f]{8}$/);
  expect(names.toWire("a/b")).toMatch(/^a_b_[0-9a-f]{8}$/);
});

test("every id has its own legal name and finds its way back, whatever the order", () => {
  const id = fc.oneof(
    fc.string({ minLength: 1, maxLength: 90, unit: "grapheme" }),
    fc.constantFrom("a.b", "a_b", "a-b", "__proto__"),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 30 }), (ids) => {
      const names = wireNames(ids);
      const reversed = wireNames([...ids].reverse());
      for (const each of ids) {
        const wire = names.toWire(each);
        expect(wire).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(names.toId(wire ?? "")).toBe(each);
        expect(reversed.toWire(each)).toBe(wire);
      }
    }),
    { numRuns: 3000 },
  );
});
