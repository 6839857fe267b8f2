/**
 * Puts a structured final answer on the trace as a generation span, where searches find it. A rubric is recorded under
 * `rubric`, which is what makes it a judgement; a plain text is on the trace already, as the model's own response.
 */
import { createGenerationSpan, type Span, type SpanData, type Trace } from "@openai/agents";
import { isObject, type JsonObject } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { isRubric } from "./rubric.ts";

export function recordOutput(output: unknown, parent: Trace | Span<SpanData>): void {
  if (!isObject(output)) return;
  const payload = isRubric(output) ? { rubric: { ...output, comment: output.comments.join("\n") } } : output;
  // The SDK types an answer as a list of messages; ours is one.
  const span = createGenerationSpan({ data: { output: [asJson(payload)] } }, parent);
  span.start();
  span.end();
}

/** A schema may have turned the answer into what JSON cannot hold; a trace must not fail a run that went well. */
function asJson(payload: object): JsonObject {
  return JSON.parse(stringifyJson(payload));
}
