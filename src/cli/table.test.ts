import { expect, test } from "vitest";
import { durationText } from "./figures.ts";
import { displayWidth, tableLines } from "./table.ts";

test("columns line up under their headers, figures to the right, whatever script a cell is in", () => {
  const rows = [
    { name: "木組み", count: 7 },
    { name: "joint\u001b[31m", count: 1200 },
  ];
  const { header, rows: lines } = tableLines(
    [
      { header: "name", text: ({ name }) => name },
      { header: "n", text: ({ count }) => String(count), isFigure: true },
    ],
    rows,
  );
  expect([header, ...lines]).toEqual(["name          n", "木組み        7", "joint[31m  1200"]);
  expect(new Set([header, ...lines].map(displayWidth)).size).toBe(1);
});

test("a long cell is cut and put on one line", () => {
  const { rows } = tableLines([{ header: "x", text: (text: string) => text, widest: 6 }], ["one\ntwo three"]);
  expect(rows).toEqual(["one t…"]);
});

test("an empty table is its header", () => {
  expect(tableLines([{ header: "x", text: () => "" }], [])).toEqual({ header: "x", rows: [] });
});

test.each([
  [0.4, "0ms"],
  [999, "999ms"],
  [1250, "1.25s"],
  [125_000, "2m05s"],
  [3_600_000, "1h00m"],
])("%d milliseconds are %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
