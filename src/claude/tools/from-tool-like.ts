/**
 * A foreign tool as one of ours, so that it runs through the same checks: its schema is passed on as it came and its
 * arguments are validated against it before the function sees them. Everything that is wrong is said here, at once.
 */
import { isObject, jsonTypeOf } from "../../json/json.ts";
import type { ToolContext } from "../../tool/context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import type { DepsBearer } from "./deps/deps-context.ts";
import { isFunctionTool, runFunctionTool } from "./function-tool.ts";
import { getParametersJsonSchema } from "./parameters-json-schema.ts";
import { MissingDepsError, ToolValidationError } from "./tool-errors.ts";
import {
  assertName,
  type ContextFunction,
  fieldOf,
  nameOf,
  type PlainFunction,
  type ToolLike,
  takesContext,
} from "./tool-like.ts";

export function fromToolLike(tool: ToolLike, context: DepsBearer<unknown> | undefined): Tool {
  if (!isObject(tool)) throw new ToolValidationError(undefined, `expected a tool, received ${jsonTypeOf(tool)}`);
  const name = nameOf(tool);
  assertName(name);
  const description = fieldOf(tool, "description") ?? fieldOf(fieldOf(tool, "toolDef"), "description") ?? "";
  const input = getParametersJsonSchema(tool);
  const execute = executorOf(name, tool, context);
  const converted = defineTool({ name, description: String(description), input, foreign: true, execute });
  try {
    // Described now: a schema that no object can satisfy is found where the tool is converted.
    void converted.definition;
  } catch (cause) {
    throw new ToolValidationError(name, "its JSON Schema has to describe an object with named properties", cause);
  }
  return converted;
}

type Executor = (args: Record<string, unknown>, ctx: ToolContext) => unknown;

function executorOf(name: string, tool: ToolLike, context: DepsBearer<unknown> | undefined): Executor {
  if (isFunctionTool(tool)) return (args, ctx) => runFunctionTool(tool, args, ctx);
  const callee: unknown = tool.function;
  if (typeof callee !== "function") {
    throw new ToolValidationError(name, `function has to be a function, but is ${jsonTypeOf(callee)}`);
  }
  if (!takesContext(tool)) {
    const run = callee as PlainFunction;
    return (args, { signal }) => run.call(tool, args, { signal });
  }
  if (context === undefined) throw new MissingDepsError([name]);
  const run = callee as ContextFunction;
  return (args, { signal }) => run.call(tool, context, args, { signal });
}
