/**
 * Converts one tool for Claude. Whatever it was, it runs through the governed call: the same order of checks, the same
 * validation and the same policy as everywhere else in this package.
 */
import { isObject, jsonTypeOf } from "../../json/json.ts";
import { createToolContext } from "../../runtime/tool-context.ts";
import type { StandardSchema } from "../../tool/schema/standard-schema.ts";
import type { Tool } from "../../tool/tool.ts";
import { type DepsBearer, DepsContext } from "./deps/deps-context.ts";
import { fromToolLike } from "./from-tool-like.ts";
import type { SdkMcpTool } from "./sdk-mcp-tool.ts";
import { ToolValidationError } from "./tool-errors.ts";
import { createHandler, type HandlerOptions } from "./tool-handler.ts";
import { assertName, type ClaudeTool, isOwnTool, isSdkMcpTool } from "./tool-like.ts";

/** `ctx`: what tools run in; by default a new context. `onToolError`: by default `return`. */
export type ConvertToolOptions = Partial<HandlerOptions>;

export function convertTool(tool: ClaudeTool, options: ConvertToolOptions = {}): SdkMcpTool {
  return toSdkMcpTool(tool, undefined, options);
}

/**
 * Converts a tool together with the dependencies its context holds. They have to be data: what JSON cannot carry is
 * refused with `UnsupportedDepsTypeError`. `schema` is for dependencies that are data by a schema's account.
 * @experimental How dependencies are described may still change.
 */
export function convertToolWithDeps<T>(
  tool: ClaudeTool,
  deps: T,
  { schema, ...options }: ConvertToolOptions & { readonly schema?: StandardSchema<unknown, T> } = {},
): SdkMcpTool {
  return toSdkMcpTool(tool, new DepsContext(deps, schema), options);
}

/** `context` reaches foreign tools as it is; tools of ours see its `deps` in theirs, unless a `ctx` is given. */
export function toSdkMcpTool(
  tool: ClaudeTool,
  context: DepsBearer<unknown> | undefined,
  { onToolError = "return", ctx, ...options }: ConvertToolOptions,
): SdkMcpTool {
  if (!isObject(tool)) throw new ToolValidationError(undefined, `expected a tool, received ${jsonTypeOf(tool)}`);
  if (isSdkMcpTool(tool)) return checked(tool);
  const own = isOwnTool(tool) ? tool : fromToolLike(tool, context);
  const deps = context === undefined ? {} : { deps: context.deps as Record<string, unknown> };
  return {
    ...describe(own),
    handler: createHandler(own, { ...options, onToolError, ctx: ctx ?? createToolContext(deps) }),
  };
}

/** One that was converted before, or made by hand. The Claude Agent SDK's `tool()` makes the same shape, with zod in it. */
function checked(tool: SdkMcpTool): SdkMcpTool {
  assertName(tool.name);
  const schema: unknown = tool.inputSchema;
  const keywords = isObject(schema) ? Object.values(schema) : [];
  const isZod = [schema, ...keywords].some((part) => isObject(part) && typeof part.parse === "function");
  if (keywords.length > 0 && !isZod) return tool;
  throw new ToolValidationError(
    tool.name,
    'inputSchema has to be a JSON Schema, such as { type: "object" }; what tool() of the Claude Agent SDK made is for its createSdkMcpServer',
  );
}

function describe({ id, definition, spec }: Tool): Omit<SdkMcpTool, "handler"> {
  const { title, effect } = spec;
  return {
    name: id,
    description: definition.description,
    inputSchema: definition.parameters,
    ...(title === undefined ? {} : { title }),
    // The CLI runs calls side by side that only read. `once` is what is assumed of unknown code, so nothing is said.
    ...(effect === "once" ? {} : { annotations: { readOnlyHint: effect === "read", idempotentHint: true } }),
  };
}
