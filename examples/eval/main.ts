/** `node examples/eval/main.ts`: with OPENAI_API_KEY against OpenAI, without it against a script. */
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "kigumi/cli";
import { createScriptedEndpoint } from "./scripted-endpoint.ts";

const evaluation = fileURLToPath(new URL("./support.eval.ts", import.meta.url));
await using endpoint = process.env.OPENAI_API_KEY === undefined ? await createScriptedEndpoint() : undefined;
Object.assign(process.env, endpoint?.env);

const { stdin, stdout, stderr, env } = process;
const traces = join(tmpdir(), "kigumi-eval", "traces.db");
process.exitCode = await runCli(["eval", evaluation, "--traces", traces, "--no-regression"], {
  ...{ stdin, stdout, stderr, env },
  cwd: process.cwd(),
  signal: new AbortController().signal,
  interrupt: () => {},
  userName: userInfo().username,
  version: "as in the example",
});
