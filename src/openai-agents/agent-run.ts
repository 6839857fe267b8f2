/**
 * One run of an agent over a completed context, whole or streamed. Whatever happens its trace is ended, and a run that
 * throws leaves the merged rules in the context and changes nothing else.
 */
import { type AgentInputItem, Runner } from "@openai/agents";
import type { AgentContext } from "./agent-context.ts";
import type { AgentGraph } from "./agent-graph.ts";
import { finishRun } from "./finish-run.ts";
import { markThrownRefusals } from "./refused-call.ts";
import { formatHiddenTool, type OnToolRuleViolation, unwrapError } from "./rule-violation.ts";
import type { SdkRunContext, SdkRunState, SdkStreamedRunResult } from "./sdk-types.ts";
import type { TraceScope } from "./trace-scope.ts";

/** A question, the items of a conversation, or the state of a run that waited. */
export type AgentInput = string | AgentInputItem[] | SdkRunState;

export interface AgentRunOptions {
  readonly signal?: AbortSignal;
  /** Default: the SDK's own. */
  readonly maxTurns?: number;
}

export interface PlannedRun {
  readonly input: AgentInput;
  readonly runContext: SdkRunContext;
  readonly graph: AgentGraph;
  readonly scope: TraceScope;
  readonly history: number;
  readonly outputDest: string | undefined;
  readonly onToolRuleViolation: OnToolRuleViolation;
  readonly options: AgentRunOptions;
}

export interface StartedStream {
  readonly result: SdkStreamedRunResult;
  readonly completed: Promise<AgentContext>;
}

export async function runAgent(planned: PlannedRun): Promise<AgentContext> {
  const { scope, graph, input, runContext, options } = planned;
  const runner = runnerFor(planned);
  try {
    const started = () => runner.run(graph.root, input, { ...options, context: runContext });
    return finishRun(planned, await scope.run(started));
  } catch (error) {
    throw unwrapError(error, graph, runContext);
  } finally {
    await scope.end();
  }
}

/** Resolves once the run has begun; what becomes of it is told by the stream. */
export async function streamAgent(planned: PlannedRun): Promise<StartedStream> {
  const { scope, graph, input, runContext, options } = planned;
  const runner = runnerFor(planned);
  try {
    const started = () => runner.run(graph.root, input, { ...options, context: runContext, stream: true });
    const result = await scope.run(started);
    return { result, completed: completion(planned, result) };
  } catch (error) {
    await scope.end();
    throw unwrapError(error, graph, runContext);
  }
}

async function completion(planned: PlannedRun, result: SdkStreamedRunResult): Promise<AgentContext> {
  try {
    await result.completed;
    return finishRun(planned, result);
  } catch (error) {
    throw unwrapError(error, planned.graph, planned.runContext);
  } finally {
    await planned.scope.end();
  }
}

function runnerFor({ graph, onToolRuleViolation }: PlannedRun): Runner {
  const runner = new Runner({
    // Nobody is asked about a call that a rule forbids.
    toolExecution: { preApprovalInputGuardrails: true },
    ...(onToolRuleViolation === "throw"
      ? {}
      : { toolNotFoundBehavior: "return_error_to_model", toolErrorFormatter: formatHiddenTool(graph) }),
  });
  markThrownRefusals(runner);
  return runner;
}
