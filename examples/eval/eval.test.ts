import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { runCli } from "kigumi/cli";
import { expect, test, vi } from "vitest";
import { createScriptedEndpoint } from "./scripted-endpoint.ts";

test("two versions of a prompt are compared, and the better one is told from the other", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "kigumi-eval-"));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  try {
    await using endpoint = await createScriptedEndpoint();
    for (const [name, value] of Object.entries(endpoint.env)) vi.stubEnv(name, value);
    const evaluation = fileURLToPath(new URL("./support.eval.ts", import.meta.url));
    const code = await runCli(["eval", evaluation, "--no-regression"], {
      ...{ stdin: new PassThrough(), stdout, stderr, cwd, env: {}, userName: "ann", version: "1.2.3" },
      signal: new AbortController().signal,
      interrupt: () => {},
    });
    expect(code).toBe(0);
  } finally {
    vi.unstubAllEnvs();
    setTraceProcessors([]);
    setTracingDisabled(true);
    await rm(cwd, { recursive: true, force: true });
  }
  const said = await text(stdout.end());
  expect(said).toMatchInlineSnapshot(`
    "       0                                                1
    short  ·························●─┤······················  0.517 [0.500, 0.550]  n=6
    steps  ·····································├────●─┤·····  0.850 [0.750, 0.900]  n=6
    steps − short: +0.333 [+0.200, +0.400]  n=6  better
    "
  `);
});
