/** `kigumi/codegen/runtime`: what generated code imports beside `kigumi` itself. */
export {
  countKeys,
  hasDuplicates,
  isInteger,
  isLonger,
  isMultipleOf,
  isNumber,
  isObject,
  isOneOf,
  isShorter,
  own,
  refuseProtoKeys,
} from "./checks.ts";
export { type Codec, createCodec, type Decoded } from "./codec.ts";
export {
  type Completer,
  type CompletionDeclaration,
  type CompletionDelta,
  type CompletionModel,
  type CompletionRequest,
  complete,
} from "./completion.ts";
export { requireConfig } from "./config-check.ts";
export { declaredServerData } from "./declared-server-data.ts";
export { DecodeError } from "./decode-error.ts";
export type { DecodeConstraint, DecodeIssue, Limits, Step } from "./decode-issue.ts";
export { type AnyToolDeclaration, executedToolset } from "./executed-toolset.ts";
export { formatCheck } from "./format-checks.ts";
export { Issues } from "./issues.ts";
export type {
  McpMonitorDefinition,
  McpNotificationDefinition,
  McpPromptDefinition,
  McpResourceDefinition,
  McpServerDefinition,
  McpToolDefinition,
} from "./mcp-server.ts";
export { methodPayload } from "./method-payload.ts";
export { pickFields } from "./pick-fields.ts";
export type { RegistrySettings } from "./registry-settings.ts";
export {
  discoveredToolset,
  type PublishedToolset,
  type RegistryPublisher,
  registryToolset,
  remoteToolset,
} from "./remote-tools.ts";
export { type CompletionChunk, decodeCompletionChunk, streamComplete } from "./stream-completion.ts";
export {
  answeredElsewhere,
  type CallOptions,
  declareTool,
  type Executor,
  plannedCall,
  type ToolDeclaration,
  type ToolExtras,
} from "./tool-declaration.ts";
export { accepts, type Decoder, firstOf, onlyOneOf } from "./union.ts";
