/** `kigumi`: tools, the policy decision, the governed call, and agents whose runs are durable. */

export { type ExecuteToolCallOptions, executeToolCall } from "./call/execute-tool-call.ts";
export { type AiSdkTool, toAiSdkTool } from "./call/to-ai-sdk-tool.ts";
export type { ConfirmationRequest, DeniedBy, ToolCall, ToolExecution } from "./call/tool-call.ts";
export { systemClock } from "./clock/system-clock.ts";
export { parseDuration } from "./duration/duration.ts";
export { createMemoryEngine } from "./engine/create-memory-engine.ts";
export { createSqliteEngine, type SqliteEngineOptions } from "./engine/create-sqlite-engine.ts";
export type { RunEngine } from "./engine/engine.ts";
export type {
  EventWindow,
  FollowOptions,
  LoggedEvent,
  RunFilter,
  RunLog,
  RunRecord,
  RunStatus,
  SessionFilter,
  SessionRecord,
  WatchOptions,
} from "./engine/run-log.ts";
export {
  createSqliteRunLog,
  type PrunedRuns,
  type SearchOptions,
  type SqliteRunLog,
  type SqliteRunLogOptions,
} from "./engine/sqlite/index.ts";
export { KigumiError, type KigumiErrorOptions, toKigumiError } from "./errors/kigumi-error.ts";
export type { JsonObject, JsonPrimitive, JsonValue } from "./json/json.ts";
export {
  type CachePolicy,
  createRateLimiter,
  ModelError,
  type ModelErrorKind,
  type ModelPlannerOptions,
  type ModelPrices,
  modelPlanner,
  offlineModel,
  type RateLimiter,
  type RateLimiterOptions,
  type RetryPolicy,
  type ToolChoice,
} from "./model/index.ts";
export {
  type ArgumentMatcher,
  allOf,
  authorize,
  type BasicPolicy,
  type CompleteRules,
  type ContextWithToolRules,
  type Decision,
  decide,
  type Effect,
  explain,
  fromBasicPolicy,
  fromSecurityPolicy,
  getContextWithToolRules,
  isToolAllowed,
  listTools,
  mergeRules,
  mergeToolRules,
  normalizeToolRules,
  type ParamRule,
  type ParamViolation,
  type Policy,
  type PolicySubject,
  type Rules,
  type SecurityPolicyConfig,
  type Selection,
  type Selector,
  selectAllowedTools,
  type ToolParamRules,
  type ToolRuleCode,
  ToolRuleError,
  ToolRulesMode,
  toolRulesFromMode,
  validateToolParams,
} from "./policy/index.ts";
export type { Answers } from "./run/answer-questions.ts";
export type {
  EventOf,
  HeldCall,
  ParentCall,
  PauseReason,
  Phase,
  PlannedAwait,
  RunError,
  RunEvent,
  RunEventType,
  Said,
  ScheduledCall,
  ToolOutcome,
} from "./run/event.ts";
export type { FailureKind, Recovery, ToolFailure } from "./run/failure.ts";
export type { AssistantPart, Message, ToolResultPart } from "./run/message.ts";
export type {
  AwaitItem,
  ExternalCall,
  FinalizeReason,
  FinalResponse,
  PlanDelta,
  PlanInput,
  PlannedCall,
  Planner,
  PlannerNote,
  PlanResult,
  PromptScope,
  PromptUse,
  Question,
  RunServices,
  Usage,
} from "./run/plan.ts";
export type { Reminder, ReminderTier } from "./run/reminder.ts";
export type { Compression, HistoryPolicy, OnMissingFields, RunOverrides, RunPolicy } from "./run/run-policy.ts";
export type { KeptServerData } from "./run/server-data.ts";
export type { RunState } from "./run/state.ts";
export { type AgentToolset, type AgentToolsetOptions, agentToolset } from "./runtime/agent-toolset.ts";
export { type Agent, type AgentOptions, defineAgent, type RunPolicyOptions } from "./runtime/define-agent.ts";
export type { RunDelta } from "./runtime/delta-hub.ts";
export type {
  AgentAnswerOptions,
  DesignedRuntimeOptions,
  DesignOptions,
  Executor,
  WireDesignOptions,
} from "./runtime/design/design-options.ts";
export { implement, type ServiceImplementation, type ServiceMethod } from "./runtime/design/implement.ts";
export type {
  McpCaller,
  RegistryClient,
  RegistryToolset,
  RemoteCall,
  RemoteResult,
  RemoteTool,
} from "./runtime/design/remote-tools.ts";
export { wireDesign } from "./runtime/design/wire-design.ts";
export type { HintOverrides } from "./runtime/display-hints.ts";
export type { ForkOptions } from "./runtime/fork.ts";
export type { PendingApproval } from "./runtime/pending-approvals.ts";
export type { NewPromptOverride, PromptSpec, Prompts } from "./runtime/prompts/prompt-registry.ts";
export { createMemoryPromptStore, type PromptOverride, type PromptStore } from "./runtime/prompts/prompt-store.ts";
export {
  createSqlitePromptStore,
  type SqlitePromptStore,
  type SqlitePromptStoreOptions,
} from "./runtime/prompts/sqlite-prompt-store.ts";
export type { Replay } from "./runtime/replay.ts";
export type { EventsOptions, RunHandle } from "./runtime/run-handle.ts";
export type { ConfirmationAnswer } from "./runtime/run-inbox.ts";
export type { RunOutput } from "./runtime/run-output.ts";
export { type AgentClient, createRuntime, type Runtime } from "./runtime/runtime.ts";
export type { RuntimeOptions } from "./runtime/runtime-options.ts";
export type { Sessions } from "./runtime/sessions.ts";
export type { StartOptions } from "./runtime/start-run.ts";
export type { ConfirmationOverrides } from "./runtime/tool-catalog.ts";
export { createToolContext } from "./runtime/tool-context.ts";
export type { InjectFields } from "./runtime/tool-contexts.ts";
export type { InterceptedCall, ToolInterceptor } from "./runtime/tool-interceptor.ts";
export {
  type DiscoveryOptions,
  type EffectiveToolRulesOptions,
  getEffectiveToolRules,
  getProviderToolRules,
  listProviderTools,
  registerToolProvider,
  type ToolProvider,
} from "./runtime/tool-providers.ts";
export { createFileOutputStore, createMemoryOutputStore, createSqliteOutputStore } from "./store/index.ts";
export { type ChatCompletionTool, toChatCompletionTool } from "./tool/adapters/chat-completions.ts";
export { type ResponsesTool, toResponsesTool } from "./tool/adapters/responses.ts";
export type { Clock } from "./tool/clock.ts";
export type { ContentPart, DocumentPart, ImagePart, TextPart } from "./tool/content-part.ts";
export type { CallInfo, ToolContext, ToolContextOptions } from "./tool/context.ts";
export { type DefineToolOptions, defineTool } from "./tool/define-tool.ts";
export type { DependencyKey, DependencyOverrides } from "./tool/dependency.ts";
export type { Logger } from "./tool/logger.ts";
export { type ToolMessage, toToolErrorMessage, toToolMessage } from "./tool/message.ts";
export { type FitResultOptions, fitResult } from "./tool/output/fit-result.ts";
export type {
  OutputAddress,
  OutputGrep,
  OutputGrepResult,
  OutputLine,
  OutputMatch,
  OutputRecord,
  OutputRef,
  OutputStore,
  OutputWindow,
  PruneResult,
  RetentionLimits,
} from "./tool/output/output-store.ts";
export { contextBudgetTokens, trimToolMessages } from "./tool/output/trim-messages.ts";
export { type Projection, type ProjectionLoss, type Provider, projectSchema } from "./tool/projection/index.ts";
export {
  type JsonResult,
  jsonResult,
  type PartsResult,
  partsResult,
  type ResultBounds,
  type ResultExtras,
  type ServerData,
  type TextResult,
  type ToolResult,
  textResult,
} from "./tool/result.ts";
export type { JsonSchema, SchemaTarget } from "./tool/schema/json-schema.ts";
export type { StandardSchema } from "./tool/schema/standard-schema.ts";
export {
  jsonSchema,
  type SchemaInput,
  type SchemaOutput,
  type ToolSchema,
  type TypedJsonSchema,
} from "./tool/schema/tool-schema.ts";
export type { ValidationIssue } from "./tool/schema/validation-issue.ts";
export type {
  BoundsDeclaration,
  Confirmation,
  Hints,
  ServerDataDeclaration,
  ToolDefinition,
  ToolEffect,
  ToolSpec,
  WorkspaceUse,
} from "./tool/spec.ts";
export type { Tool, TypedTool } from "./tool/tool.ts";
export {
  ToolDefinitionError,
  ToolInputError,
  ToolNotFoundError,
  ToolOutputError,
  ToolTimeoutError,
} from "./tool/tool-error.ts";
export { type Toolset, toolset } from "./tool/toolset.ts";
export { type WireNames, wireName, wireNames } from "./tool/wire-name.ts";
export type { Workspace, WriteScope } from "./tool/workspace.ts";
