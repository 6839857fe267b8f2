import fc from "fast-check";
import { expect, test } from "vitest";
import { nameFault } from "./name-fault.ts";
import { looseName, slugOf } from "./slug.ts";
import { typeNameOf } from "./type-name.ts";

test.each([
  ["CreatePlan", "create_plan"],
  ["create-plan", "create_plan"],
  ["docs.search", "docs_search"],
  ["HTTPServer", "http_server"],
  ["getV2Data", "get_v2_data"],
  ["Café crème", "cafe_creme"],
  ["__x__", "x"],
  ["検索", ""],
])("%s becomes %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a slug is a plain word whatever the name, and its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const slug = slugOf(name);
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:_[a-z0-9]+)*)?$/);
      expect(slugOf(slug)).toBe(slug);
    }),
  );
});

test("a name that is accepted can neither leave its folder nor vanish in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      if (nameFault(name) !== undefined) return;
      expect(slugOf(name)).not.toBe("");
      expect(name).not.toMatch(/[/\\\p{Cc}]|^\s|\s$/u);
      expect(name.split(".")).not.toContain("");
    }),
  );
});

test("loose names ignore case and separators", () => {
  const spellings = ["ListDevices", "list_devices", "list-devices", "listDevices", "LIST.DEVICES"];
  expect(new Set(spellings.map(looseName))).toEqual(new Set(["listdevices"]));
});

test("names become type names", () => {
  expect(typeNameOf("get_time-series")).toBe("GetTimeSeries");
});
