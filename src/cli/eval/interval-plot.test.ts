import { expect, test } from "vitest";
import { intervalPlot } from "./interval-plot.ts";

test("scores of any rubric find a scale: 0 to 1, or the whole numbers around them", () => {
  const five = { count: 3, mean: 3, interval: { low: 1.5, high: 4.2 } };
  const [scale, line, single] = intervalPlot([
    { label: "版", score: five },
    { label: "solo", score: { count: 1, mean: -0.5 } },
  ]);
  expect(scale).toBe(`      -1${"5".padStart(48)}`);
  expect(line).toMatch(/^版 {4}·+├─+●─+┤·+ {2}3\.000 \[1\.500, 4\.200\] {2}n=3$/);
  expect(single).toMatch(/^solo {2}·+●·+ {2}-0\.500 {2}n=1$/);
});
