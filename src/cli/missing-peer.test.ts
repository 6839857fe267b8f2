import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CliFolder } from "./testing/cli-process.ts";

let folder: CliFolder;
beforeEach(() => {
  folder = new CliFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** The Agents SDK is looked for where it is not, so that Node itself says that it is missing. */
const withoutSdk = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve: (name, context, next) =>
      next(name, name === "@openai/agents" ? { ...context, parentURL: "file:///nowhere/module.js" } : context),
  });
`;
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutSdk)}` };
const entry = fileURLToPath(new URL("../openai-agents/index.ts", import.meta.url));

test("eval without the Agents SDK says what to install", async () => {
  expect(await folder.run(["eval", "quality.ts"], { env })).toMatchObject({
    code: 1,
    stderr:
      "error: kigumi eval needs the package @openai/agents, which is not installed; run: npm install @openai/agents\n",
  });
});

test("a module that needs the Agents SDK and does not have it is answered with what to install", async () => {
  writeFileSync(join(folder.path, "desk.ts"), `export { Agent } from ${JSON.stringify(entry)};\n`);
  expect(await folder.run(["run", "hello", "--app", "desk.ts"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: desk\.ts \(agents\) could not be loaded: .*; run: npm install @openai\/agents\n$/,
    ),
  });
});
