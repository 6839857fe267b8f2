/** `kigumi/design`: declare agents, toolsets and services; `evaluate` turns the declarations into a model. */
export { DesignError, describeProblem } from "./design-error.ts";
export { type ChangeCode, changeCodes, type DesignChange } from "./diff/design-change.ts";
export { diffDesigns } from "./diff/diff-designs.ts";
export { evaluate } from "./evaluate.ts";
export type { Block } from "./expressions/declaration.ts";
export type {
  AgentToolsetReference,
  ApiDeclaration,
  CapOption,
  McpOption,
  MethodHandle,
  NamedToolset,
  ProtocolVersionOption,
  ProviderOption,
  RegistryDeclaration,
  RegistryOption,
  SecurityDeclaration,
  ServiceDeclaration,
  ToolsetDeclaration,
  ToolsetReference,
} from "./expressions/declarations.ts";
export { designFunctions, renderReference } from "./functions/reference.ts";
export {
  type AgentModel,
  type ApiModel,
  type CompletionModel,
  type CompressionModel,
  type DesignModel,
  type HistoryModel,
  type McpMethodModel,
  type McpPromptArgument,
  type McpPromptMessage,
  type McpPromptModel,
  type McpProvider,
  type McpResourceModel,
  type McpServerModel,
  type Meta as MetaValues,
  type MethodModel,
  type MethodReference,
  type PayloadPlace,
  type RegistryModel,
  type RegistryProvider,
  type RunPolicyModel,
  type SecuritySchemeModel,
  type ServerDataModel,
  type ServiceModel,
  selfContainedSchema,
  type ToolModel,
  type ToolsetExport,
  type ToolsetModel,
  type ToolsetOwner,
  type ToolsetProvider,
  type ToolsetUse,
  type TypePlace,
} from "./model.ts";
export { looseName, slugOf } from "./names/slug.ts";
export { typeNameOf } from "./names/type-name.ts";
export type { DesignProblem } from "./problem.ts";
export { type ProblemCode, problemCodes } from "./problem-code.ts";
export {
  Agent,
  AgentToolset,
  DisableAgentDocs,
  Export,
  Passthrough,
  Use,
  UseAgentToolset,
} from "./surface/agents.ts";
export { BoundedResult, Cursor, NextCursor } from "./surface/bounded-results.ts";
export { Confirmation, DeniedResultTemplate, PromptTemplate } from "./surface/confirmation.ts";
export {
  Default,
  Enum,
  Example,
  Format,
  Maximum,
  MaxLength,
  Minimum,
  MinLength,
  Pattern,
} from "./surface/constraints.ts";
export {
  Compress,
  CompressAtMaxInputTokens,
  CompressAtTurns,
  History,
  KeepMaxInputTokens,
  KeepMaxTurns,
  KeepRecentTurns,
} from "./surface/history.ts";
export {
  DynamicPrompt,
  MCP,
  MCPServer,
  MCPTool,
  Notification,
  ProtocolVersion,
  Resource,
  StaticPrompt,
  Subscription,
  SubscriptionMonitor,
  WatchableResource,
} from "./surface/mcp.ts";
export {
  AfterSystem,
  AfterTools,
  Budget,
  Cache,
  DefaultCaps,
  InterruptsAllowed,
  MaxConsecutiveFailedToolCalls,
  MaxToolCalls,
  OnMissingFields,
  Plan,
  RunPolicy,
  TimeBudget,
  Timing,
  Tools,
} from "./surface/policies.ts";
export {
  APIKeySecurity,
  APIVersion,
  BasicAuthSecurity,
  BearerSecurity,
  CacheTTL,
  Exclude,
  Federation,
  Include,
  OAuth2Security,
  PublishTo,
  Registry,
  Retry,
  Security,
  SyncInterval,
  Timeout,
  URL,
} from "./surface/registries.ts";
export {
  AudienceEvidence,
  AudienceInternal,
  AudienceTimeline,
  FromMethodResultField,
  ModeAlways,
  ServerData,
  ServerDataDefault,
} from "./surface/server-data.ts";
export { API, Completion, Method, Payload, Result, Service, StreamingResult } from "./surface/services.ts";
export {
  Args,
  BindTo,
  Bookkeeping,
  CallHintTemplate,
  Effect,
  Idempotent,
  Inject,
  ResultHintTemplate,
  ResultReminder,
  Return,
  TerminalRun,
  Tool,
} from "./surface/tools.ts";
export {
  Description,
  FromMCP,
  FromRegistry,
  MCPToolset,
  Meta,
  Tags,
  Title,
  Toolset,
  Version,
} from "./surface/toolsets.ts";
export { ArrayOf, Attribute, Extend, Field, MapOf, OneOf, Required, Type } from "./surface/types.ts";
export type { DesignType, ListType, MapType, PrimitiveType, UnionType, UserType } from "./types/design-type.ts";
export { Any, Bytes, Float32, Float64, Int, Int32, Int64, UInt, UInt32, UInt64 } from "./types/primitives.ts";
