/**
 * Answers `tools/list` and `tools/call` for converted tools. A schema is listed exactly as it was declared; only one
 * that the Messages API refuses, for which the CLI would drop the tool without a word, is said in the API's terms, and
 * its arguments are carried back before the tool sees them.
 */
import type { CallToolRequest, Tool as ListedTool } from "@modelcontextprotocol/sdk/types.js";
import { isAbort } from "../../errors/abort.ts";
import { didYouMean } from "../../errors/did-you-mean.ts";
import type { JsonObject } from "../../json/json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import { projectSchema } from "../../tool/projection/project-schema.ts";
import { convertDraft } from "../../tool/schema/convert-draft.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { ToolNotFoundError } from "../../tool/tool-error.ts";
import { errorResponse, textResponse } from "./format-return-value.ts";
import type { NamedTools } from "./named-tools.ts";
import type { McpCallExtra, McpResponse, SdkMcpTool } from "./sdk-mcp-tool.ts";

export interface ServedTools {
  list(): ListedTool[];
  /** Every failure is an error result; only an abort rejects, for a cancelled request gets no answer. */
  call(params: CallToolRequest["params"], extra: McpCallExtra): Promise<McpResponse>;
}

export interface ServeToolsOptions {
  /** The CLI keeps MCP tools out of the prompt, behind a search, when it has its tool for that; this keeps them in. */
  readonly alwaysLoad: boolean;
}

export function serveTools(named: NamedTools, { alwaysLoad }: ServeToolsOptions): ServedTools {
  const served = new Map([...named].map(([name, tool]) => [name, serve(tool)]));
  return {
    list: () =>
      [...served].map(([name, { tool, schema }]) => ({
        ...toListed(name, tool, schema),
        ...(alwaysLoad ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
      })),
    async call({ name, arguments: args = {} }, extra) {
      const found = served.get(name);
      if (found === undefined) return unknownTool(name, [...served.keys()]);
      try {
        return await found.tool.handler(found.decode(args), extra);
      } catch (thrown) {
        if (isAbort(thrown, extra.signal)) throw thrown;
        return errorResponse(thrown);
      }
    },
  };
}

interface Served {
  readonly tool: SdkMcpTool;
  readonly schema: JsonSchema;
  decode(args: Record<string, unknown>): Record<string, unknown>;
}

function serve(tool: SdkMcpTool): Served {
  const { inputSchema } = tool;
  const { schema, decode } = projectSchema(inputSchema, "anthropic");
  if (jsonEqual(schema, convertDraft(inputSchema, "draft-2020-12"))) {
    return { tool, schema: inputSchema, decode: (args) => args };
  }
  return { tool, schema, decode: (args) => decode(args as JsonObject) as JsonObject };
}

function toListed(name: string, { description, title, annotations }: SdkMcpTool, schema: JsonSchema): ListedTool {
  return {
    name,
    description,
    inputSchema: schema as ListedTool["inputSchema"],
    ...(title === undefined ? {} : { title }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function unknownTool(name: string, known: readonly string[]): McpResponse {
  return textResponse(`Unknown tool: ${new ToolNotFoundError(name, didYouMean(name, known), known).message}`, true);
}
