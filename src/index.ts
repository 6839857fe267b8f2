/** `kigumi`: the tool contract, the policy decision, the governed call, and what they need of this machine. */

export { type ExecuteToolCallOptions, executeToolCall } from "./call/execute-tool-call.ts";
export { type AiSdkTool, toAiSdkTool } from "./call/to-ai-sdk-tool.ts";
export type { ConfirmationRequest, DeniedBy, ToolCall, ToolExecution } from "./call/tool-call.ts";
export { systemClock } from "./clock/system-clock.ts";
export { parseDuration } from "./duration/duration.ts";
export { KigumiError, type KigumiErrorOptions, toKigumiError } from "./errors/kigumi-error.ts";
export type { JsonObject, JsonPrimitive, JsonValue } from "./json/json.ts";
export {
  type ArgumentMatcher,
  allOf,
  authorize,
  type BasicPolicy,
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
export { createToolContext } from "./runtime/tool-context.ts";
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
