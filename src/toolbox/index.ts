/** Ready-made tools for a workspace on disk, and the toolkit that offers and runs them under a policy. */
export type { PolicyLevel, SecurityPolicyConfig } from "../policy/security-policy.ts";
export { selectAllowedTools } from "../policy/select-allowed-tools.ts";
export { createToolOutputCacheTool, type ToolOutputCacheInput } from "../tool/output/tool-output-cache.ts";
export { createToolOutputCacheGrepTool, type ToolOutputCacheGrepInput } from "../tool/output/tool-output-cache-grep.ts";
export { type ApplyPatchInput, type ApplyPatchOutput, applyPatchTool } from "./apply-patch.ts";
export { type DoneInput, doneTool } from "./done.ts";
export type { EditInput, EditOutput } from "./edit/edit-input.ts";
export { editTool } from "./edit/edit-tool.ts";
export { type ExecCommandInput, type ExecCommandOutput, execCommandTool } from "./exec-command.ts";
export { type GitStatusSummaryInput, type GitStatusSummaryOutput, gitStatusSummaryTool } from "./git-status-summary.ts";
export { type CommandEnvironment, commandEnvironment, commandEnvironmentKey } from "./process/command-environment.ts";
export { type ReadFileInput, type ReadFileOutput, readFileTool } from "./read-file.ts";
export { type RegexpSearchInput, type RegexpSearchOutput, regexpSearchTool } from "./search/regexp-search-tool.ts";
export type { SearchItem, SearchWarnings } from "./search/search-files.ts";
export { TOOL_DEFINITIONS } from "./tool-definitions.ts";
export { ToolboxError, type ToolboxErrorCode } from "./toolbox-error.ts";
export {
  type AgentToolkit,
  createAgentToolkit,
  type FunctionMessage,
  type SecureTools,
  type ToolCallOptions,
} from "./toolkit/create-agent-toolkit.ts";
export { InvokeToolError } from "./toolkit/invoke-tool-error.ts";
export type { ToolErrorEnvelope } from "./toolkit/tool-error-envelope.ts";
export type { ToolOutcome } from "./toolkit/tool-outcome.ts";
export { createToolkitContext, type ToolkitContext, type ToolkitContextOptions } from "./toolkit/toolkit-context.ts";
export {
  type AllowedToolName,
  TOOLS,
  type ToolArguments,
  type ToolOutput,
} from "./tools.ts";
export type { TreeListing, TreeNode } from "./tree/grow-tree.ts";
export { type TreeInput, treeTool } from "./tree/tree-tool.ts";
export { createWorkspace, type WorkspaceOptions } from "./workspace.ts";
export { type WriteFileInput, type WriteFileOutput, writeFileTool } from "./write-file.ts";
export { readTodos, type Todo, type WriteTodosInput, type WriteTodosOutput, writeTodosTool } from "./write-todos.ts";
