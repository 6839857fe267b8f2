import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../json/json.ts";
import { extractJson } from "./extract-json.ts";

test("reads text that is JSON, whatever stands around it", () => {
  expect(extractJson(' {"a": 1} ')).toEqual({ a: 1 });
});

test("reads the first fenced block", () => {
  expect(extractJson('Here it is:\n```json\n{"a": [1, 2]}\n```\nand {"b": 2}')).toEqual({ a: [1, 2] });
});

test("reads the first balanced object, brackets and quotes inside its strings included", () => {
  expect(extractJson('so: {"a": "} \\" {", "b": {"c": 1}} done {')).toEqual({ a: '} " {', b: { c: 1 } });
});

test("reads a balanced array when there is no object, and wraps what is no object", () => {
  expect(extractJson("the list [1, 2] it is")).toEqual({ value: [1, 2] });
  expect(extractJson("42")).toEqual({ value: 42 });
});

test("says for each way why it failed, and shows how the text begins", () => {
  const text = `nothing { here ${"x".repeat(300)}`;
  expect(() => extractJson(text)).toThrow(
    expect.objectContaining({
      code: "json_not_found",
      data: {
        failures: [
          expect.stringMatching(/^the whole text: /),
          "a fenced block: not found",
          "a balanced object: not found",
          "a balanced array: not found",
        ],
        preview: `${text.slice(0, 200)}…`,
      },
    }),
  );
});

test("an object survives any prose around it", () => {
  const prose = fc.string().filter((text) => !/[{["`]/.test(text));
  const object = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(prose, object, prose, (before, value, after) => {
      const json = JSON.stringify(value);
      expect(extractJson(`${before}a ${json}${after}`)).toEqual(JSON.parse(json));
    }),
  );
});
