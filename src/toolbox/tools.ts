/**
 * The one table of the toolbox: what is offered to a model, what a policy names and what runs all come from it. Its
 * order is the order in which tools are listed.
 */
import { createToolOutputCacheTool } from "../tool/output/tool-output-cache.ts";
import { createToolOutputCacheGrepTool } from "../tool/output/tool-output-cache-grep.ts";
import type { TypedTool } from "../tool/tool.ts";
import { applyPatchTool } from "./apply-patch.ts";
import { doneTool } from "./done.ts";
import { editTool } from "./edit/edit-tool.ts";
import { execCommandTool } from "./exec-command.ts";
import { gitStatusSummaryTool } from "./git-status-summary.ts";
import { readFileTool } from "./read-file.ts";
import { regexpSearchTool } from "./search/regexp-search-tool.ts";
import { treeTool } from "./tree/tree-tool.ts";
import { writeFileTool } from "./write-file.ts";
import { writeTodosTool } from "./write-todos.ts";

export const TOOLS = {
  git_status_summary: gitStatusSummaryTool,
  apply_patch: applyPatchTool,
  write_file: writeFileTool,
  exec_command: execCommandTool,
  tree: treeTool,
  read_file: readFileTool,
  regexp_search: regexpSearchTool,
  edit: editTool,
  done: doneTool,
  write_todos: writeTodosTool,
  tool_output_cache: createToolOutputCacheTool(),
  tool_output_cache_grep: createToolOutputCacheGrepTool(),
} as const;

/** The names a policy may speak of: a typo does not compile. */
export type AllowedToolName = keyof typeof TOOLS;

type TypesOf<Name extends AllowedToolName> =
  (typeof TOOLS)[Name] extends TypedTool<infer Input, infer Output, never> ? { input: Input; output: Output } : never;

/** The argument object of a tool. */
export type ToolArguments<Name extends AllowedToolName> = TypesOf<Name>["input"];

/** What a tool returns. */
export type ToolOutput<Name extends AllowedToolName> = TypesOf<Name>["output"];
