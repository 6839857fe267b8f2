/**
 * `kigumi/openai-agents`: agents that the OpenAI Agents SDK runs, under this project's rules and with its tools. Its
 * peer `@openai/agents` is imported outright: tools are converted and trace processors set without waiting, and
 * loading it with a top-level `await`, to say more than Node does when it is missing, would shut out `require`.
 */
export { addTraceProcessor, setTraceProcessors } from "@openai/agents";
export {
  type CompleteRules,
  type ContextWithToolRules,
  getContextWithToolRules,
  isToolAllowed,
  mergeToolRules,
  normalizeToolRules,
  type Rules,
  type ToolRuleCode,
  ToolRuleError,
  ToolRulesMode,
  toolRulesFromMode,
  validateToolParams,
} from "../policy/index.ts";
export {
  getEffectiveToolRules,
  getProviderToolRules,
  listProviderTools,
  registerToolProvider,
  type ToolProvider,
} from "../runtime/tool-providers.ts";
export { Agent } from "./agent.ts";
export type { AgentContext, AgentResult, FinishedContext } from "./agent-context.ts";
export type { HandoffAgent } from "./agent-graph.ts";
export type { AgentOptions } from "./agent-options.ts";
export type { AgentInput, AgentRunOptions } from "./agent-run.ts";
export type { AgentStream } from "./agent-stream.ts";
export type { AgentTool, ToolFunction } from "./agent-tool.ts";
export { type BootstrapOptions, bootstrapMean, type MeanInterval } from "./eval/bootstrap-mean.ts";
export { type EvalCase, readDataset } from "./eval/dataset.ts";
export {
  type AnsweredCase,
  defineEval,
  type EvalAgent,
  type EvalDefinition,
  type EvalFunction,
  type EvalTarget,
} from "./eval/define-eval.ts";
export { type PastScore, readPastScores } from "./eval/past-scores.ts";
export { type RunEvalOptions, runEval } from "./eval/run-eval.ts";
export {
  type CaseDifference,
  type CaseResult,
  type EvalSummary,
  type SummaryOptions,
  summarizeEval,
  type VariantComparison,
  type VariantSummary,
} from "./eval/summarize-eval.ts";
export { type FromOpenAIAgentsToolOptions, fromOpenAIAgentsTool } from "./from-openai-agents-tool.ts";
export type { HistoryEntry } from "./history.ts";
export { Prompt, type PromptOptions } from "./prompt.ts";
export { type Renderer, renderTemplate } from "./render-template.ts";
export { type Judgement, judge, RUBRIC, type Rubric } from "./rubric.ts";
export type { OnToolRuleViolation } from "./rule-violation.ts";
export type { OutputOf, SdkHandoff, SdkRunState } from "./sdk-types.ts";
export { type OpenAIAgentsToolOptions, toOpenAIAgentsTool } from "./to-openai-agents-tool.ts";
export type { TraceMetadata } from "./trace-metadata.ts";
