/**
 * Tracing set up, an agent made and run, a judge over its answer, and the SQLite file searched for what happened.
 * The agent may look things up and may not write; everything it did is in the file afterwards.
 */
import type { Model } from "@openai/agents";
import { defineTool } from "kigumi";
import { Agent, Prompt, RUBRIC, setTraceProcessors } from "kigumi/openai-agents";
import { SQLiteTracer } from "kigumi/trace";
import { z } from "zod";

const PAGES = ["To restart a device, hold its button for five seconds.", "To rotate a key, open Settings."];

const search = defineTool({
  name: "docs.search",
  description: "Search the documentation",
  tags: ["read"],
  effect: "read",
  input: z.object({ query: z.string() }),
  execute: ({ query }) => PAGES.filter((page) => page.includes(query)),
});

const write = defineTool({
  name: "docs.write",
  description: "Change the documentation",
  tags: ["write"],
  input: z.object({ page: z.string() }),
  execute: ({ page }) => void PAGES.push(page),
});

export interface KantanOptions {
  readonly file: string;
  readonly print: (line: string) => void;
  /** Default: the SDK's own, which needs OPENAI_API_KEY. */
  readonly model?: Model;
}

export async function kantan({ file, print, model }: KantanOptions): Promise<void> {
  // 1. Tracing: this file and nothing else. addTraceProcessor would keep the SDK's own exporter beside it.
  await using tracer = new SQLiteTracer(file);
  setTraceProcessors([tracer]);

  // 2. An agent: a prompt that is kept under a name and a version, and tools.
  const prompt = new Prompt({
    name: "support",
    version: "2",
    text: "You help {{ $ctx.user }} with the documentation.",
    meta: { language: "en" },
  });
  const chosen = model === undefined ? {} : { model };
  const support = new Agent({ name: "support", instructions: prompt, tools: [search, write], ...chosen });
  const judge = new Agent({ name: "judge", instructions: "Judge the answer.", outputType: RUBRIC, ...chosen });

  // 3. A run. The same context comes back, with the result, the history and the rules it was held to.
  const context = await support.run("How do I restart a device?", {
    user: "Ann",
    toolRules: { allow: "*", deny: ["tag:write"] },
  });
  print(`answer: ${context.result.finalOutput}`);
  const verdict = await judge.run(String(context.result.finalOutput));
  print(`score: ${verdict.result.finalOutput?.score}`);

  // 4. What happened, found again.
  for (const { workflowName, metadata } of await tracer.searchTraces({ metadata: { prompt_name: "support" } })) {
    const { agent_name, prompt_version, prompt_meta_language } = metadata;
    print(`trace: ${workflowName} of ${agent_name}, prompt version ${prompt_version}, ${prompt_meta_language}`);
  }
  for (const { name, input, output } of await tracer.searchSpans({ tool: "docs.search", keywords: ["restart"] })) {
    print(`tool: ${name} ${input} → ${output}`);
  }
  for (const { traceId } of await tracer.searchTraces({ score: { below: 0.5 } })) {
    const spans = await tracer.getSpansByTrace(traceId);
    print(`too low: ${spans.findLast(({ rubric }) => rubric !== undefined)?.rubric?.comment}`);
  }
}
