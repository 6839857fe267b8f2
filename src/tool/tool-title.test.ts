import { expect, test } from "vitest";
import { titleOf } from "./tool-title.ts";

test("a title is the last part of a name, as words", () => {
  expect(titleOf("atlas.read.get_time-series")).toBe("Get Time Series");
  expect(titleOf("search")).toBe("Search");
});
