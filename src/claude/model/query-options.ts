/** One request as options of the SDK's `query()`. What the request decides comes last; the rest is the model's own. */

import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { mergeServers } from "../tools/merge-servers.ts";
import type { ClaudeCodeModelSettings, NamedSettings, RequestSettings } from "./model-settings.ts";
import type { RequestTools } from "./request-tools.ts";
import type { QueryPrompt } from "./to-query-prompt.ts";

export interface QueryRequest {
  readonly prompt: QueryPrompt;
  readonly settings: RequestSettings;
  readonly tools: RequestTools;
  readonly reasoning: LanguageModelV4CallOptions["reasoning"];
  /** The answer has to be JSON; with a schema, JSON of that shape. */
  readonly json?: { readonly schema?: JsonSchema } | undefined;
}

export function toQueryOptions(model: NamedSettings, request: QueryRequest): Options {
  const { queryOptions = {}, builtInTools = [] } = model;
  const { prompt, settings, tools, json } = request;
  const { maxTurns = defaultMaxTurns(model, request), maxBudgetUsd, workingDirectory } = settings;
  const system = [prompt.system, json !== undefined && json.schema === undefined ? ANSWER_IN_JSON : ""];
  const systemPrompt = [...system, settings.appendSystemPrompt ?? ""].filter((text) => text !== "").join("\n\n");
  return {
    // What lies in the directory is not the caller's word: neither its settings nor its servers are read.
    settingSources: [],
    strictMcpConfig: true,
    // A prompt is text of a program: "/clear" and "@file" in it are no commands.
    verbatimPrompts: true,
    ...queryOptions,
    model: model.model,
    tools: [...builtInTools],
    includePartialMessages: true,
    mcpServers: mergeServers(queryOptions.mcpServers ?? {}, tools.mcpServers),
    allowedTools: [...(queryOptions.allowedTools ?? []), ...tools.allowedTools],
    hooks: { ...queryOptions.hooks, PreToolUse: [...(queryOptions.hooks?.PreToolUse ?? []), ...tools.hooks] },
    ...sessionOptions(request),
    ...reasoningOptions(request.reasoning),
    ...(systemPrompt === "" ? {} : { systemPrompt }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxBudgetUsd === undefined ? {} : { maxBudgetUsd }),
    ...(workingDirectory === undefined ? {} : { cwd: workingDirectory }),
    ...(json?.schema === undefined ? {} : { outputFormat: { type: "json_schema", schema: { ...json.schema } } }),
  };
}

const ANSWER_IN_JSON = "Answer with one JSON object and nothing else.";

/** With nothing to do but answer, three turns are two corrections. */
const STRUCTURED_TURNS = 3;

function defaultMaxTurns({ builtInTools = [] }: ClaudeCodeModelSettings, { json, tools }: QueryRequest) {
  const hasLoop = builtInTools.length > 0 || (tools.runBy === "claude" && tools.known.size > 0);
  return json?.schema === undefined || hasLoop ? undefined : STRUCTURED_TURNS;
}

function sessionOptions({ prompt, settings }: QueryRequest): Pick<Options, "resume" | "continue" | "forkSession"> {
  // Forked, so that the session stays at its open call: the same request, asked again, finds it as it was.
  if (prompt.deferred !== undefined) return { resume: prompt.deferred.sessionId, forkSession: true };
  if (settings.resume !== undefined) return { resume: settings.resume };
  return settings.continueConversation === true ? { continue: true } : {};
}

function reasoningOptions(reasoning: QueryRequest["reasoning"]): Pick<Options, "thinking" | "effort"> {
  switch (reasoning) {
    case undefined:
    case "provider-default":
      return {};
    case "none":
      return { thinking: { type: "disabled" } };
    case "minimal":
      return { effort: "low" };
    default:
      return { effort: reasoning };
  }
}
