/**
 * Puts a structured final answer on the trace as a generation span, where searches find it. A rubric is recorded under
 * `rubric`, which is what makes it a judgement; a plain text is on the trace already, as the model's own response.
 */
import { createGenerationSpan, type Trace } from "@openai/agents";
import { isObject } from "../json/json.ts";
import { isRubric } from "./rubric.ts";

/** Below `trace`, or below the current span when there is none. */
export function recordOutput(output: unknown, trace: Trace | undefined): void {
  if (!isObject(output)) return;
  const payload = isRubric(output) ? { rubric: { ...output, comment: output.comments.join("\n") } } : { ...output };
  // The SDK types an answer as a list of messages; ours is one.
  const span = createGenerationSpan({ data: { output: [payload] } }, trace);
  span.start();
  span.end();
}
