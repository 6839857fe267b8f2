/**
 * The SDK's result of a run leads back to the context that holds it, so a context with a result could not be turned
 * into JSON, nor could the state of a run that waits. Here the result, otherwise untouched, gets a short JSON form.
 */
import type { SdkRunResult, SdkStreamedRunResult } from "./sdk-types.ts";

export function withSummary<R extends SdkRunResult | SdkStreamedRunResult>(result: R): R {
  const toJSON = () => ({
    finalOutput: result.interruptions.length === 0 ? (result.finalOutput ?? null) : null,
    lastAgent: result.lastAgent?.name ?? null,
    interruptions: result.interruptions.map(({ name }) => name),
  });
  return Object.defineProperty(result, "toJSON", { value: toJSON, configurable: true, writable: true });
}
