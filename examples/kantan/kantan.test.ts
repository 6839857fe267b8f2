import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { expect, test } from "vitest";
import { kantan } from "./kantan.ts";
import { createScriptedModel } from "./scripted-model.ts";

test("6.1 tracing set-up, agent, run, and a search of the SQLite file", async () => {
  // The SDK traces nothing under a test runner unless it is told to.
  setTracingDisabled(false);
  const folder = await mkdtemp(join(tmpdir(), "kantan-"));
  const lines: string[] = [];
  try {
    await using scripted = await createScriptedModel();
    await kantan({ file: join(folder, "traces.db"), print: (line) => lines.push(line), model: scripted.model });
  } finally {
    setTraceProcessors([]);
    setTracingDisabled(true);
    await rm(folder, { recursive: true, force: true });
  }
  expect(lines).toEqual([
    "answer: Hold the button for five seconds.",
    "score: 0.4",
    "trace: Agent workflow of support, prompt version 2, en",
    'tool: docs.search {"query":"restart"} → ["To restart a device, hold its button for five seconds."]',
    "too low: It does not say which button.",
  ]);
});
