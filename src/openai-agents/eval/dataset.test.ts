import { expect, test } from "vitest";
import { readDataset } from "./dataset.ts";

test("a line is a case; empty lines, Windows line ends and a byte order mark are fine", () => {
  const text = '\uFEFF{"id":"one","input":"a","expected":{"b":1},"context":{"who":"Ann"}}\r\n\n{"input":"z"}\r\n';
  const [first, second] = readDataset(text, "cases.jsonl");
  expect(first).toEqual({ id: "one", input: "a", expected: { b: 1 }, context: { who: "Ann" } });
  expect(second).toMatchObject({ id: expect.stringMatching(/^case-[0-9a-f]{12}$/), input: "z" });
});

test("an id that is made up stays the same when lines move, and differs when they differ", () => {
  const [a, b] = readDataset('{"input":"a"}\n{"input":"b"}', "x");
  const [b2, a2] = readDataset('{"input":"b"}\n{"input":"a"}', "x");
  expect([a2?.id, b2?.id]).toEqual([a?.id, b?.id]);
  expect(a?.id).not.toBe(b?.id);
});

test("every bad line is named by its number, at once", () => {
  const text = [
    '{"input":"ok","id":"x"}',
    "{oops",
    '{"input":7}',
    "[]",
    '{"input":"ok","id":"x"}',
    '{"input":"a","id":7}',
  ];
  expect(() => readDataset(text.join("\n"), "cases.jsonl")).toThrow(
    expect.objectContaining({
      code: "invalid_dataset",
      message: expect.stringMatching(
        /^the data set cases\.jsonl cannot be used:\nline 2: not valid JSON.*\nline 3: "input" has to be a text\nline 4: it is no JSON object\nline 5: the id "x" is that of line 1 too\nline 6: "id" has to be a text$/,
      ),
    }),
  );
});

test("a thousand bad lines are counted, and twenty are named", () => {
  expect(() => readDataset("x\n".repeat(1000), "c")).toThrow(/line 20: .*\nand 980 more$/);
});

test("a data set without cases is none", () => {
  expect(() => readDataset("\n\n", "c")).toThrow("the data set c cannot be used:\nit has no cases");
});
