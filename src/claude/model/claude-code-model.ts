/**
 * Claude Code as a model: a `LanguageModelV4` over the Claude Agent SDK's `query()`, for this package's planner and
 * for the AI SDK. Each request is a query of its own, with its own tool server; nothing is kept between requests but
 * the sessions that the CLI keeps itself.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { KigumiError } from "../../errors/kigumi-error.ts";
import { fromPortSchema } from "../../model/port-schema.ts";
import type { ToolSource } from "../tools/tool-like.ts";
import {
  createToolsetRegistry,
  type SetAgentToolsetsOptions,
  type ToolsetRegistry,
} from "../tools/toolset-registry.ts";
import { askClaude } from "./ask-claude.ts";
import { assertDirectory } from "./assert-directory.ts";
import { collectAnswer } from "./collect-answer.ts";
import { isSessionMissing } from "./failure.ts";
import {
  assertModelSettings,
  type ClaudeCodeModelSettings,
  type NamedSettings,
  PROVIDER_KEY,
  resolveSettings,
} from "./model-settings.ts";
import { partStream } from "./part-stream.ts";
import type { QueryRequest } from "./query-options.ts";
import { callersTools, registeredTools, requestedTools } from "./request-tools.ts";
import { type QueryPromptOptions, toQueryPrompt } from "./to-query-prompt.ts";
import { unsupportedSettings } from "./unsupported-settings.ts";

export class ClaudeCodeModel implements LanguageModelV4 {
  readonly specificationVersion = "v4";
  readonly provider = "claude-code";
  readonly modelId: string;
  /** None: a file is sent by its bytes. */
  readonly supportedUrls = {};
  readonly #settings: NamedSettings;
  /** Set where Claude runs the tools: from the start, or once some are registered. */
  #toolsets: ToolsetRegistry | undefined;

  constructor(settings: ClaudeCodeModelSettings = {}) {
    const { model = "claude-sonnet-4-5" } = settings;
    assertModelSettings(settings);
    resolveSettings(settings);
    this.#settings = { ...settings, model };
    this.modelId = model;
    if (settings.toolsRunBy === "claude") this.#toolsets = this.#newRegistry();
  }

  /**
   * Registers tools that run in this process, inside Claude's own loop. From then on the function tools of a request
   * select among them: left out means all, an empty list none, and a name that is not registered is an error.
   */
  setAgentToolsets(toolset: ToolSource, options?: SetAgentToolsetsOptions): void {
    if (this.#settings.toolsRunBy === "caller") {
      throw new KigumiError({
        code: "invalid_settings",
        message:
          'a model with toolsRunBy: "caller" runs no tools; leave toolsRunBy out, or hand the tools to each request',
        data: { setting: "toolsRunBy" },
      });
    }
    const toolsets = this.#toolsets ?? this.#newRegistry();
    toolsets.setAgentToolsets(toolset, options);
    this.#toolsets = toolsets;
  }

  doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return collectAnswer(this.#answer(options, { isLive: false }));
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const parts = this.#answer(options, { isLive: true });
    // It comes before anything is asked: a request that cannot be made is refused here and now.
    const opening = await parts.next();
    const all = async function* (): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
      if (!opening.done) yield opening.value;
      yield* parts;
    };
    return { stream: partStream(all(), options.abortSignal) };
  }

  async *#answer(
    options: LanguageModelV4CallOptions,
    { isLive }: { readonly isLive: boolean },
  ): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
    const { abortSignal } = options;
    abortSignal?.throwIfAborted();
    const asking = { model: this, settings: this.#settings, abortSignal, isLive };
    const request = await this.#prepare(options, "auto");
    yield { type: "stream-start", warnings: [...unsupportedSettings(options), ...requestedTools(options).warnings] };
    try {
      yield* askClaude(request, asking);
    } catch (error) {
      if (request.prompt.deferred === undefined || !isSessionMissing(error)) throw error;
      // The session that made the call is gone, or has left it behind; the prompt has the conversation all the same.
      yield* askClaude(await this.#prepare(options, "text"), asking);
    }
  }

  async #prepare(options: LanguageModelV4CallOptions, history: "auto" | "text"): Promise<QueryRequest> {
    const settings = resolveSettings(this.#settings, options.providerOptions?.[PROVIDER_KEY]);
    assertDirectory("workingDirectory", settings.workingDirectory);
    const isResumed = settings.resume !== undefined || settings.continueConversation === true;
    const toolsets = this.#toolsets;
    const known: QueryPromptOptions["history"] = isResumed ? "resumed" : toolsets ? "text" : history;
    const prompt = toQueryPrompt(options.prompt, { history: known });
    const { functionTools } = requestedTools(options);
    const tools = toolsets
      ? await registeredTools(toolsets, functionTools)
      : await callersTools(functionTools, prompt.deferred);
    return { prompt, settings, tools, reasoning: options.reasoning, json: jsonFormat(options) };
  }

  #newRegistry(): ToolsetRegistry {
    const { logger } = this.#settings;
    return createToolsetRegistry(logger === undefined ? {} : { logger });
  }
}

function jsonFormat({ responseFormat }: LanguageModelV4CallOptions): QueryRequest["json"] {
  if (responseFormat?.type !== "json") return undefined;
  return responseFormat.schema === undefined ? {} : { schema: fromPortSchema(responseFormat.schema) };
}
