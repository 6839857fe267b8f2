/** What an entry of the package loads of other packages: a peer, or a heavy dependency, only when something needs it. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const entry = (name: string) => new URL(`../src/${name}index.ts`, import.meta.url).href;

/** Prints the packages that were loaded by then. */
const watchPackages = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({
    resolve(name, context, next) {
      if (/^@?[a-z]/.test(name) && !/^(node|file):/.test(name)) loaded.add(/^(@[^/]+\\/)?[^/]+/.exec(name)[0]);
      return next(name, context);
    },
  });
  const print = () => console.log(JSON.stringify([...loaded].sort()));
`;

function packagesOf(code: string): string[][] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", `${watchPackages}\n${code}`],
    { cwd: fileURLToPath(new URL("..", import.meta.url)), encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test.each([
  ["", ["re2js"]],
  ["design/", ["re2js"]],
  ["trace/", ["re2js"]],
  ["claude/", ["re2js"]],
  ["toolbox/", ["diff", "re2js"]],
  ["testing/", ["diff", "re2js"]],
  ["codegen/", ["ajv-formats"]],
  ["cli/", ["ajv-formats", "commander", "re2js"]],
])("kigumi/%s loads no peer and no validator", (name, packages) => {
  expect(packagesOf(`await import(${JSON.stringify(entry(name))}); print();`)).toEqual([packages]);
});

test("a validator is loaded by the first call that needs one, and not by declaring or describing a tool", () => {
  const [declared, called] = packagesOf(`
    const { createToolContext, defineTool } = await import(${JSON.stringify(entry(""))});
    const input = { type: "object", properties: { n: { type: "number", multipleOf: 2 } }, if: { required: ["n"] } };
    const tool = defineTool({ name: "even", description: "Even", input, execute: () => "even" });
    JSON.stringify(tool.definition);
    print();
    await tool.executeRaw('{"n":2}', createToolContext());
    print();
  `);
  expect(declared).not.toContain("ajv");
  expect(called).toContain("ajv");
});
