/** `kigumi/claude`: tools for the Claude Agent SDK, Claude Code as a model, and its own loop under one policy. */
export type { ClaudeBudget } from "./govern/claude-budget.ts";
export {
  type ApprovalOptions,
  type GovernClaudeOptions,
  type GovernedClaude,
  type GovernedQuery,
  type GovernedQueryOptions,
  governClaude,
} from "./govern/govern-claude.ts";
export { type ParameterRestrictions, parameterRules } from "./govern/parameter-restrictions.ts";
export { ClaudeCodeModel } from "./model/claude-code-model.ts";
export { type CLIErrorType, CLIExecutionError } from "./model/cli-execution-error.ts";
export { extractJson } from "./model/extract-json.ts";
export type { ClaudeCodeModelSettings, QueryOptions, RequestSettings } from "./model/model-settings.ts";
export { StructuredOutputError } from "./model/structured-output-error.ts";
export { type ConvertToolOptions, convertTool, convertToolWithDeps } from "./tools/convert-tool.ts";
export type { DataClass } from "./tools/deps/data-class.ts";
export { type DepsBearer, DepsContext, ToolCallContext } from "./tools/deps/deps-context.ts";
export { deserializeDeps, isSerializable, serializeDeps } from "./tools/deps/serialize-deps.ts";
export { type ExtractToolsOptions, extractToolsFromToolsets } from "./tools/extract-tools.ts";
export { formatReturnValueAsMcp } from "./tools/format-return-value.ts";
export {
  convertToolsToMcpServer,
  createMcpServerFromTools,
  exposedToolNames,
  MCP_SERVER_NAME,
  type McpSdkServerConfig,
  type McpServerOptions,
  type McpServerTools,
} from "./tools/mcp-server.ts";
export { getParametersJsonSchema } from "./tools/parameters-json-schema.ts";
export type { McpCallExtra, McpResponse, SdkMcpTool } from "./tools/sdk-mcp-tool.ts";
export {
  MissingDepsError,
  ToolNotFoundError,
  ToolsetNotRegisteredError,
  ToolValidationError,
  TypeHintResolutionError,
  UnsupportedDepsTypeError,
} from "./tools/tool-errors.ts";
export type { HandlerOptions } from "./tools/tool-handler.ts";
export type { AgentToolset, ClaudeTool, ToolLike, ToolLikeExtra, ToolSource } from "./tools/tool-like.ts";
export {
  createToolsetRegistry,
  type SetAgentToolsetsOptions,
  type ToolSelection,
  type ToolsetRegistry,
} from "./tools/toolset-registry.ts";
