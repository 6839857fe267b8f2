/**
 * Writes a run that has ended into its context: structured output, then history, then the result. One that waits for
 * approval leaves its result alone, and the rest to whoever resumes it; so does a stream that its reader left.
 */
import { StreamedRunResult } from "@openai/agents";
import { isObject } from "../json/json.ts";
import type { AgentContext } from "./agent-context.ts";
import type { PlannedRun } from "./agent-run.ts";
import { appendExchange } from "./history.ts";
import { recordOutput } from "./record-output.ts";
import { withSummary } from "./result-summary.ts";
import type { SdkRunResult, SdkStreamedRunResult } from "./sdk-types.ts";

export function finishRun(planned: PlannedRun, result: SdkRunResult | SdkStreamedRunResult): AgentContext {
  const { runContext, scope, history, outputDest, input } = planned;
  const { context } = runContext;
  if (isAnswered(result)) {
    const output: unknown = result.finalOutput;
    recordOutput(output, scope.parent);
    if (outputDest !== undefined && isObject(output)) store(context, outputDest, output);
    if (history > 0) {
      const asked = typeof input === "string" ? input : result.input;
      context.history = appendExchange(context.history ?? [], { input: asked, output }, history);
    }
  }
  context.result = withSummary(result);
  return context;
}

function isAnswered(result: SdkRunResult | SdkStreamedRunResult): boolean {
  return result.interruptions.length === 0 && !(result instanceof StreamedRunResult && result.cancelled);
}

/** Defined and not assigned: a key such as `__proto__` is a key. */
function store(context: AgentContext, key: string, output: unknown): void {
  Object.defineProperty(context, key, { value: output, writable: true, enumerable: true, configurable: true });
}
