/**
 * An agent that the OpenAI Agents SDK runs: instructions with variables, tools under rules, and a context that goes in
 * and comes back with the result. `run`, `runAsync` and `runStream` work on the very object they are given.
 */
import { randomUUID } from "node:crypto";
import { type AgentOutputType, RunContext, RunResult, RunState, type TextOutput } from "@openai/agents";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { collectProviderTools } from "../runtime/tool-providers.ts";
import { type AgentContext, type FinishedContext, prepareContext } from "./agent-context.ts";
import { type AgentGraph, type AgentParts, buildAgentGraph, type HandoffAgent } from "./agent-graph.ts";
import { type AgentOptions, checkAgentOptions } from "./agent-options.ts";
import { type AgentInput, type AgentRunOptions, type PlannedRun, runAgent, streamAgent } from "./agent-run.ts";
import { AgentStream } from "./agent-stream.ts";
import { asDeclaredTool } from "./agent-tool.ts";
import { takeTrace } from "./continued-trace.ts";
import type { Prompt } from "./prompt.ts";
import { renderInstructions } from "./render-instructions.ts";
import type { SdkAgent, SdkHandoff, SdkRunContext, SdkRunState } from "./sdk-types.ts";
import { type TraceMetadata, traceMetadata } from "./trace-metadata.ts";
import { openTraceScope } from "./trace-scope.ts";

export class Agent<TOutput extends AgentOutputType = TextOutput> implements HandoffAgent {
  readonly name: string;
  readonly instructions: string | Prompt;
  readonly metadata: TraceMetadata;
  /** Whom it may hand over to. Agents added here count from the next run on; circles are fine. */
  readonly handoffs: (HandoffAgent | SdkHandoff)[];
  /** What an agent of the SDK is made from, here and where others hand over to this one. */
  readonly parts: AgentParts;
  readonly #history: number;
  readonly #outputDest: string | undefined;

  /** Throws E1 without instructions and E4 for a tool without a name. */
  constructor(options: AgentOptions<TOutput>) {
    checkAgentOptions(options);
    this.name = options.name;
    this.instructions = options.instructions;
    this.metadata = Object.freeze({ ...options.metadata });
    this.handoffs = [...(options.handoffs ?? [])];
    this.#history = options.history ?? 50;
    this.#outputDest = options.outputDest;
    this.parts = {
      name: options.name,
      handoffDescription: options.handoffDescription,
      model: options.model,
      outputType: options.outputType,
      tools: Array.from(options.tools ?? [], asDeclaredTool),
      toolContext: options.toolContext,
      onToolRuleViolation: options.onToolRuleViolation ?? "throw",
      handoffs: this.handoffs,
      instructions: (context) => renderInstructions(options, context),
    };
  }

  /**
   * Runs to the end, or to the next approval. Returns the context it was given, or a new one. Throws E5, E6 and E18
   * for a bad context, and E8 or E10 to E17 for a call that breaks its rules.
   */
  async run<C extends object = AgentContext>(
    input: AgentInput,
    context?: C | null,
    options: AgentRunOptions = {},
  ): Promise<C & FinishedContext<TOutput>> {
    return (await runAgent(await this.#plan(input, context, options))) as C & FinishedContext<TOutput>;
  }

  /** The same as `run`. */
  runAsync<C extends object = AgentContext>(
    input: AgentInput,
    context?: C | null,
    options?: AgentRunOptions,
  ): Promise<C & FinishedContext<TOutput>> {
    return this.run(input, context, options);
  }

  /** Runs and tells what happens on the way; the context is finished when the stream is at its end. */
  async runStream(
    input: AgentInput,
    context?: object | null,
    options: AgentRunOptions = {},
  ): Promise<AgentStream<TOutput>> {
    const { result, completed } = await streamAgent(await this.#plan(input, context, options));
    return new AgentStream(result, completed as Promise<FinishedContext<TOutput>>);
  }

  /** The agent as the SDK knows it, with everyone it hands over to as they are now. */
  async toSdkAgent(): Promise<SdkAgent> {
    return (await this.#graph()).root;
  }

  /**
   * Reads the state of a run that waited for approval, as `context.result.state.toString()` wrote it, in any process.
   * Approve or reject what it waits for and pass it to `run`. It brings its context along unless one is given.
   */
  async restore(saved: string, context?: object): Promise<SdkRunState> {
    const agent = await this.toSdkAgent();
    try {
      if (context === undefined) return await RunState.fromString(agent, saved);
      return await RunState.fromStringWithContext(agent, saved, new RunContext(context as AgentContext));
    } catch (cause) {
      throw new KigumiError({
        code: "invalid_run_state",
        message: `the saved run cannot be read by agent "${this.name}": ${messageOf(cause)}`,
        cause,
      });
    }
  }

  async #plan(input: AgentInput, context: object | null | undefined, options: AgentRunOptions): Promise<PlannedRun> {
    const isResumed = input instanceof RunState;
    if (!isResumed && typeof input !== "string" && !Array.isArray(input)) throw noInput(this.name);
    const runContext = isResumed ? contextOf(input, context) : new RunContext<AgentContext>(context as AgentContext);
    runContext.context = await prepareContext(runContext.context, this.#history > 0);
    const graph = await this.#graph();
    const { name: agentName, instructions, metadata } = this;
    const described = traceMetadata({ agentName, instructions, metadata, runId: randomUUID() });
    return {
      input: typeof input === "string" ? input.toWellFormed() : input,
      runContext,
      graph,
      scope: await openTraceScope(described, isResumed ? takeTrace(input) : undefined),
      history: this.#history,
      outputDest: this.#outputDest,
      onToolRuleViolation: this.parts.onToolRuleViolation,
      options,
    };
  }

  async #graph(): Promise<AgentGraph> {
    const provided = await collectProviderTools();
    return buildAgentGraph(this.parts, Array.from(provided.values(), asDeclaredTool));
  }
}

function noInput(agentName: string): KigumiError {
  return new KigumiError({
    code: "invalid_input",
    message: `agent "${agentName}" is run with a text, a list of items, or the state of a run that waited`,
  });
}

/** A run goes on with the context it began with; another one would not be what its tools have seen. */
function contextOf(state: SdkRunState, context: object | null | undefined): SdkRunContext {
  const { runContext } = new RunResult(state);
  if (context !== undefined && context !== null && context !== runContext.context) {
    throw new KigumiError({
      code: "context_mismatch",
      message: "a run goes on with the context it has; give another one to restore(), not to run()",
    });
  }
  return runContext;
}
