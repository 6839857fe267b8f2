import { expect, test } from "vitest";
import { implement, methodOf } from "./implement.ts";

test("a method is found whatever its case and separators, and bound to its object", () => {
  const desk = implement("desk", {
    site: "a",
    listDevices() {
      return this.site;
    },
  });
  expect(methodOf(desk, "list_devices")?.(undefined as never, undefined as never)).toBe("a");
  expect(methodOf(desk, "site")).toBeUndefined();
  expect(methodOf(desk, "other")).toBeUndefined();
});

test("of methods that differ in nothing else, the one that is spelt exactly so is meant", () => {
  const desk = implement("desk", { a1b: () => "first", a_1b: () => "second" });
  const call = (name: string) => methodOf(desk, name)?.(undefined as never, undefined as never);
  expect(["a1b", "a_1b"].map(call)).toEqual(["first", "second"]);
});
