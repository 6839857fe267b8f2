/**
 * The tool as the AI SDK takes it, running under the same checks as everywhere else. Arguments are validated here and
 * not by the SDK, so that a model gets our correction; a call that may not run, or fails, is thrown for the SDK to report.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import type { ContentPart } from "../tool/content-part.ts";
import type { ToolResult } from "../tool/result.ts";
import type { JsonSchema } from "../tool/schema/json-schema.ts";
import type { StandardSchema } from "../tool/schema/standard-schema.ts";
import type { Tool } from "../tool/tool.ts";
import { type ExecuteToolCallOptions, executeToolCall } from "./execute-tool-call.ts";

export interface AiSdkTool {
  readonly description: string;
  readonly title?: string;
  readonly strict?: boolean;
  readonly inputSchema: StandardSchema<JsonObject>;
  execute(
    input: JsonObject,
    options: { toolCallId: string; abortSignal?: AbortSignal | undefined },
  ): Promise<ToolResult>;
  toModelOutput(options: { output: ToolResult }): AiSdkOutput;
}

type AiSdkOutput = { type: "text" | "error-text"; value: string } | { type: "content"; value: AiSdkContent[] };

type AiSdkContent =
  | { type: "text"; text: string }
  | {
      type: "file";
      mediaType: string;
      filename?: string;
      data: { type: "data"; data: string } | { type: "url"; url: URL };
    };

export function toAiSdkTool<D>(tool: Tool<D>, options: Omit<ExecuteToolCallOptions<D>, "tools">): AiSdkTool {
  const { description, parameters, strict } = tool.definition;
  const { title } = tool.spec;
  const tools = [tool as Tool];
  return {
    description,
    ...(title === undefined ? {} : { title }),
    ...(strict ? { strict } : {}),
    inputSchema: passThroughSchema(parameters),
    async execute(input, { toolCallId, abortSignal }) {
      const ctx = abortSignal ? options.ctx.withSignal(abortSignal) : options.ctx;
      const call = { id: toolCallId, name: tool.id, arguments: input };
      const execution = await executeToolCall(call, { ...options, ctx, tools });
      if (execution.type === "completed") return execution.result;
      if (execution.type !== "confirm") throw execution.error;
      throw new KigumiError({
        code: "confirmation_required",
        message: `${tool.id} needs a person's approval (${execution.request.reason}); pass confirm to toAiSdkTool`,
      });
    },
    toModelOutput: ({ output }) => toAiSdkOutput(output),
  };
}

/** The AI SDK's own mark for "JSON Schema as it is"; without it the SDK would rewrite the schema's objects. */
const aiSchema = Symbol.for("vercel.ai.schema");

function passThroughSchema(parameters: JsonSchema): StandardSchema<JsonObject> {
  const schema: StandardSchema<JsonObject> = {
    "~standard": {
      version: 1,
      vendor: "kigumi",
      validate: (value) => ({ value: value as JsonObject }),
      jsonSchema: { input: () => ({ ...parameters }), output: () => ({ ...parameters }) },
    },
  };
  const validate = (value: unknown) => ({ success: true, value });
  return Object.assign(schema, { [aiSchema]: true, jsonSchema: parameters, validate });
}

function toAiSdkOutput(result: ToolResult): AiSdkOutput {
  if (result.type === "parts") return { type: "content", value: result.parts.map(toAiSdkContent) };
  const value = result.type === "text" ? result.text : stringifyJson(result.value);
  return { type: result.isError ? "error-text" : "text", value };
}

function toAiSdkContent(part: ContentPart): AiSdkContent {
  if (part.type === "text") return part;
  const filename = part.type === "document" && part.name !== undefined ? { filename: part.name } : {};
  const data =
    part.url === undefined
      ? ({ type: "data", data: part.data ?? "" } as const)
      : ({ type: "url", url: new URL(part.url) } as const);
  return { type: "file", mediaType: part.mediaType, ...filename, data };
}
