import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../index.ts";
import { createAnthropicEndpoint } from "../../testing/index.ts";
import { deniedBy } from "../../trace/denied-call.ts";
import { createTraceStore, SQLiteTracer, type Tracer } from "../../trace/index.ts";
import { runGoverned } from "../testing/run-governed.ts";
import { governClaude } from "./govern-claude.ts";

const add = defineTool({
  name: "math.add",
  description: "Adds",
  input: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => {
    if (b === 0) throw new Error("no zeros");
    return { sum: a + b };
  },
});
const adding = (a: number, b: number) => ({ toolCalls: [{ name: "mcp__pydantic_tools__math_add", args: { a, b } }] });
const policy = { allow: null, deny: null, params: { "math.add": { a: { maximum: 10 } } } };

test("every call, its result and every refusal is in the trace store", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kigumi-trace-"));
  const file = join(directory, "traces.db");
  try {
    await using endpoint = await createAnthropicEndpoint({
      script: [
        adding(1, 2),
        adding(11, 2),
        adding(3, 0),
        { toolCalls: [{ name: "Bash", args: { command: "echo hi" } }] },
        "Done.",
      ],
    });
    const trace = new SQLiteTracer(file);
    const governed = await governClaude({ policy, tools: [add], builtInTools: ["Bash"], trace });
    await runGoverned(endpoint, governed, { prompt: "Go." });
    await trace.forceFlush();

    await using store = createTraceStore({ file });
    const calls = await store.searchSpans({ spanType: "function" });
    const found = calls.map(({ name, input, output, error }) => ({
      name,
      input,
      output,
      isError: error !== undefined,
      deniedBy: deniedBy(error),
    }));
    expect(found.reverse()).toEqual([
      { name: "math.add", input: '{"a":1,"b":2}', output: expect.stringContaining("sum"), isError: false },
      {
        name: "math.add",
        input: '{"a":11,"b":2}',
        output: expect.stringContaining("Permission denied: [kantan-agents][E17]"),
        isError: true,
        deniedBy: "policy",
      },
      { name: "math.add", input: '{"a":3,"b":0}', output: expect.anything(), isError: true },
      { name: "Bash", input: '{"command":"echo hi"}', output: expect.stringContaining("hi"), isError: false },
    ]);
    const [generation] = await store.searchSpans({ spanType: "generation" });
    expect(generation).toMatchObject({ name: "claude-sonnet-4-5", usage: { input_tokens: 50, output_tokens: 25 } });
    await trace.shutdown();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a tracer that fails is reported and changes nothing", async () => {
  const fail = () => Promise.reject(new Error("the disk is full"));
  const tracer: Tracer = {
    onTraceStart: fail,
    onTraceEnd: fail,
    onSpanStart: fail,
    onSpanEnd: fail,
    shutdown: fail,
    forceFlush: fail,
  };
  const errors: string[] = [];
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: quiet, error: (message: string) => errors.push(message) };
  await using endpoint = await createAnthropicEndpoint({ script: [adding(1, 2), "Done."] });
  const governed = await governClaude({ tools: [add], trace: tracer, logger });
  expect(await runGoverned(endpoint, governed, { prompt: "Go." })).toMatchObject({ result: "Done." });
  expect(errors).toContain("the tracer failed: the disk is full");
});
