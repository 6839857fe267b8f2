/** Whatever a design calls, with whatever it calls it: there is a model, or problems; nothing else is ever thrown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import * as dsl from "./index.ts";
import { designFunctions } from "./index.ts";
import { problemsOf } from "./testing/problems-of.ts";
import { inAgent, inMethod, inPolicy, inService, inTool, inType, untyped } from "./testing/rejection.ts";

const names = [...new Set(designFunctions.map(({ name }) => name))];

const blocks: readonly ((block: () => void) => object)[] = [
  inService,
  inAgent,
  inTool,
  inPolicy,
  inType,
  inMethod,
  (block) => inTool(() => dsl.ServerData("k", dsl.Any, block)),
  (block) => inTool(() => dsl.BoundedResult(block)),
  (block) => inTool(() => dsl.Confirmation(block)),
  (block) => inPolicy(() => dsl.History(block)),
  (block) => inAgent(() => void dsl.Export("tools", block)),
  (block) => inService(() => dsl.Completion("answer", block)),
  (block) => ({ docs: dsl.Toolset("docs", block) }),
  (block) => ({ corp: dsl.Registry("corp", block) }),
  (block) => ({ api: dsl.API("api", block) }),
];

const argument: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, String, Number, Date, dsl.Int, Symbol("s"), 1n, Number.NaN, -1, 0, 8, true),
  fc.constantFrom("", "docs", "../x", "__proto__", "2m", "{{ .x }}", "{{", "(", "https://a.b", "date", "\u0000"),
  fc.constantFrom<unknown>(
    dsl.Toolset("other", () => dsl.Tool("x")),
    dsl.Type("Other", () => dsl.Attribute("id")),
  ),
  fc.constantFrom<unknown>(dsl.Registry("other"), dsl.MaxToolCalls(1), dsl.FromMCP("a", "b"), {}, [], { a: [1] }),
  fc.constantFrom<unknown>(
    () => {},
    () => dsl.Attribute("id", String),
    () => {
      throw new Error("no");
    },
  ),
  fc.string(),
);

const call = fc.tuple(fc.constantFrom(...names), fc.array(argument, { maxLength: 5 }));

test("a block may call anything with anything", () => {
  fc.assert(
    fc.property(fc.constantFrom(...blocks), fc.array(call, { minLength: 1, maxLength: 4 }), (around, calls) => {
      const design = () => around(() => calls.forEach(([name, args]) => void untyped[name]?.(...args)));
      for (const problem of problemsOf(design)) {
        expect(Object.keys(dsl.problemCodes)).toContain(problem.code);
        expect(problem.message).not.toBe("");
      }
    }),
    { numRuns: 1000 },
  );
});

test("a model, whenever there is one, survives JSON", () => {
  fc.assert(
    fc.property(fc.constantFrom(...blocks), fc.array(call, { maxLength: 3 }), (around, calls) => {
      const design = around(() => calls.forEach(([name, args]) => void untyped[name]?.(...args)));
      let model: dsl.DesignModel;
      try {
        model = dsl.evaluate(design);
      } catch {
        return;
      }
      expect(JSON.parse(JSON.stringify(model))).toEqual(model);
    }),
    { numRuns: 1000 },
  );
});
