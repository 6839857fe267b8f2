/** Evaluation: cases answered by variants of an agent, scored by a judge, compared with intervals. */
export { type BootstrapOptions, bootstrapMean, type MeanInterval } from "./bootstrap-mean.ts";
export { type EvalCase, readDataset } from "./dataset.ts";
export {
  type AnsweredCase,
  defineEval,
  type EvalAgent,
  type EvalDefinition,
  type EvalFunction,
  type EvalTarget,
} from "./define-eval.ts";
export { type PastScore, readPastScores } from "./past-scores.ts";
export { type RunEvalOptions, runEval } from "./run-eval.ts";
export {
  type CaseDifference,
  type CaseResult,
  type EvalSummary,
  type SummaryOptions,
  summarizeEval,
  type VariantComparison,
  type VariantSummary,
} from "./summarize-eval.ts";
