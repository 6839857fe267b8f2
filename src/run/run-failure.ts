/** The end of a run that could not go on. Operators get the whole story, whoever asked gets a sentence. */
import type { RunError, RunEventBody } from "./event.ts";

export function failRun(error: Pick<RunError, "kind" | "message"> & Partial<RunError>): RunEventBody[] {
  const {
    kind,
    message,
    publicMessage = PUBLIC[kind] ?? "Something went wrong. Please try again.",
    ...details
  } = error;
  return [
    {
      type: "run_completed",
      status: "failed",
      error: { isRetryable: false, ...details, kind, message, publicMessage },
    },
  ];
}

const PUBLIC: Readonly<Record<string, string>> = {
  rate_limited: "The model is busy. Please try again in a moment.",
  unavailable: "The model cannot be reached. Please try again later.",
  timeout: "This took too long. Please try again.",
  auth: "The model refused its credentials. Please tell the operator.",
  time_budget: "The time for this request is used up.",
  token_budget: "The work for this request is used up.",
  cost_budget: "The work for this request is used up.",
  tool_cap: "The work for this request is used up.",
  failure_cap: "Too many steps of this request failed.",
};
