import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { nodeProblem } from "./node-version.ts";

test("an older Node is told which one is needed, others pass", () => {
  for (const fit of ["22.18.0", "22.22.1", "24.0.0", "100.1.0"]) expect(nodeProblem(fit, ">=22.18")).toBeUndefined();
  expect(nodeProblem("22.13.1", ">=22.18")).toBe(
    "kigumi needs Node 22.18 or later, and this is 22.13.1; install a newer one",
  );
  expect(nodeProblem("20.20.2", ">=22.18")).toContain("this is 20.20.2");
});

test("package.json asks in the way that is understood", () => {
  expect(manifest.engines.node).toMatch(/^>=\d+\.\d+$/);
  expect(nodeProblem(process.versions.node, manifest.engines.node)).toBeUndefined();
});
