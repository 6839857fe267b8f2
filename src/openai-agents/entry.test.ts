import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("CommonJS can require the entry: nothing in it waits while it loads", () => {
  const entry = fileURLToPath(new URL("./index.ts", import.meta.url));
  const code = `console.log(typeof require(${JSON.stringify(entry)}).Agent)`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=commonjs", "--eval", code], {
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: "function\n", stderr: "" });
});
