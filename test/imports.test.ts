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

/** What is small enough to be loaded at once, wherever it is used. */
const SMALL = ["ajv-formats", "commander", "diff", "re2js"];

test.each(["", "design/", "codegen/", "trace/", "claude/", "toolbox/", "testing/", "cli/"])(
  "kigumi/%s loads no peer and no validator",
  (name) => {
    const [loaded = []] = packagesOf(`await import(${JSON.stringify(entry(name))}); print();`);
    expect(loaded.filter((each) => !SMALL.includes(each))).toEqual([]);
  },
);

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
