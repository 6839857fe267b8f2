/**
 * The same agent in four libraries: a model that answers at once, one tool that adds two numbers, one call a turn, then
 * an answer. Each loop gets a fresh conversation and keeps what it always keeps; nobody is asked to trace.
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import {
  Agent,
  type Model,
  type ModelRequest,
  type ModelResponse,
  tool as openaiTool,
  run as runOpenai,
  setTracingDisabled,
  Usage,
} from "@openai/agents";
import { tool as aiTool, generateText, stepCountIs } from "ai";
import { z } from "zod";
import { createMemoryEngine } from "../../src/engine/create-memory-engine.ts";
import type { RunEngine } from "../../src/engine/engine.ts";
import { streamOf, toGenerateResult, toStreamParts } from "../../src/model/model-output.ts";
import { modelPlanner } from "../../src/model/model-planner.ts";
import type { Planner } from "../../src/run/plan.ts";
import { defineAgent } from "../../src/runtime/define-agent.ts";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import type { ToolEffect } from "../../src/tool/spec.ts";
import { toolset } from "../../src/tool/toolset.ts";

/** One whole run with so many calls. */
export type Loop = (calls: number) => Promise<unknown>;

const input = z.object({ a: z.number(), b: z.number() });
const args = { a: 1, b: 2 };

/** Calls the tool until the conversation has its results, then answers. Counts from the end: cheap at any length. */
function instantModel(calls: number): LanguageModelV4 {
  let asked = 0;
  const next = () => {
    asked++;
    return asked > calls ? { text: "done" } : { toolCalls: [{ id: `c${asked}`, name: "add", args }] };
  };
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "instant",
    supportedUrls: {},
    doGenerate: async () => toGenerateResult(next()),
    doStream: async () => ({ stream: streamOf(toStreamParts(next())) }),
  };
}

/** The same without a model around it: what the run itself costs. */
function instantPlanner(calls: () => number, takesTurns: boolean): Planner {
  const plan: Planner["planStart"] = async ({ run: { turn } }) => {
    if (takesTurns) await new Promise((resolve) => setImmediate(resolve));
    return turn > calls()
      ? { finalResponse: { text: "done" } }
      : { toolCalls: [{ id: `c${turn}`, name: "add", args }] };
  };
  return { planStart: plan, planResume: plan };
}

export interface KigumiLoop {
  readonly runtime: Runtime;
  readonly loop: Loop;
}

export interface KigumiLoopOptions {
  readonly effect?: ToolEffect;
  /** The planner lets the event loop turn, as one that asks a model does: what came before is then saved meanwhile. */
  readonly takesTurns?: boolean;
}

/** With a planner of its own; the model's loop is `kigumiModelLoop`. */
export function kigumiLoop(
  engine: RunEngine,
  { effect = "read", takesTurns = false }: KigumiLoopOptions = {},
): KigumiLoop {
  const runtime = createRuntime({ engine });
  let calls = 0;
  const add = defineTool({ name: "add", description: "Add", input, effect, execute: ({ a, b }) => a + b });
  const planner = instantPlanner(() => calls, takesTurns);
  runtime.registerAgent(defineAgent({ id: "bench", planner, toolsets: [toolset("bench", [add])] }));
  const ready = runtime.sessions.create("s");
  const loop: Loop = async (count) => {
    calls = count;
    await ready;
    return runtime.client("bench").run({ sessionId: "s", messages: [{ role: "user", content: "go" }] });
  };
  return { runtime, loop };
}

export function kigumiModelLoop(createEngine: () => RunEngine = createMemoryEngine): Loop {
  const add = defineTool({ name: "add", description: "Add", input, effect: "read", execute: ({ a, b }) => a + b });
  const tools = toolset("bench", [add]);
  return async (calls) => {
    await using runtime = createRuntime({ engine: createEngine() });
    const planner = modelPlanner({ model: instantModel(calls), instructions: "Add." });
    runtime.registerAgent(defineAgent({ id: "bench", planner, toolsets: [tools] }));
    return await runtime.client("bench").oneShot({ messages: [{ role: "user", content: "go" }] });
  };
}

export function aiSdkLoop(): Loop {
  const add = aiTool({ description: "Add", inputSchema: input, execute: async ({ a, b }) => a + b });
  return (calls) =>
    generateText({
      model: instantModel(calls),
      system: "Add.",
      tools: { add },
      stopWhen: stepCountIs(calls + 1),
      prompt: "go",
    });
}

export function openaiLoop(): Loop {
  setTracingDisabled(true);
  const add = openaiTool({ name: "add", description: "Add", parameters: input, execute: async ({ a, b }) => a + b });
  return (calls) => {
    const agent = new Agent({ name: "bench", instructions: "Add.", model: new InstantOpenai(calls), tools: [add] });
    return runOpenai(agent, "go", { maxTurns: calls + 2 });
  };
}

class InstantOpenai implements Model {
  readonly #calls: number;
  #asked = 0;

  constructor(calls: number) {
    this.#calls = calls;
  }

  async getResponse(_request: ModelRequest): Promise<ModelResponse> {
    this.#asked++;
    const callId = `c${this.#asked}`;
    const isOver = this.#asked > this.#calls;
    const output: ModelResponse["output"] = isOver
      ? [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "done" }] }]
      : [{ type: "function_call", callId, name: "add", status: "completed", arguments: JSON.stringify(args) }];
    return { usage: new Usage(), output };
  }

  getStreamedResponse(): never {
    throw new Error("not streamed here");
  }
}

export function langgraphLoop(): Loop {
  const add = langchainTool(async ({ a, b }: z.infer<typeof input>) => String(a + b), {
    name: "add",
    description: "Add",
    schema: input,
  });
  return (calls) => {
    const agent = createReactAgent({
      llm: new InstantChat(calls),
      tools: [add],
      checkpointer: new MemorySaver(),
      prompt: "Add.",
    });
    const config = { configurable: { thread_id: "t" }, recursionLimit: 2 * calls + 10 };
    return agent.invoke({ messages: [{ role: "user", content: "go" }] }, config);
  };
}

class InstantChat extends BaseChatModel {
  readonly #calls: number;
  #asked = 0;

  constructor(calls: number) {
    super({});
    this.#calls = calls;
  }

  _llmType(): string {
    return "instant";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(_messages: BaseMessage[]) {
    this.#asked++;
    const isOver = this.#asked > this.#calls;
    const message = isOver
      ? new AIMessage("done")
      : new AIMessage({ content: "", tool_calls: [{ id: `c${this.#asked}`, name: "add", args, type: "tool_call" }] });
    return { generations: [{ message, text: "" }] };
  }
}
