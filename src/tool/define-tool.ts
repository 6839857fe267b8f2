/**
 * Declares a tool. Pure and cheap: schemas are described, validators compiled and specs built when first needed, so
 * ten thousand declared tools cost little more than their declarations.
 */
import { isObject } from "../json/json.ts";
import type { ToolContext } from "./context.ts";
import { DefinedTool, type ErasedOptions } from "./defined-tool.ts";
import type { TextResult, ToolResult } from "./result.ts";
import type { SchemaInput, SchemaOutput, ToolSchema } from "./schema/tool-schema.ts";
import type { ToolEffect, ToolSpec } from "./spec.ts";
import type { TypedTool } from "./tool.ts";
import { ToolDefinitionError } from "./tool-error.ts";

/** With an output schema, `execute` returns what the schema accepts or an explicit result; without, anything. */
type Returnable<O> = [O] extends [never] ? unknown : SchemaInput<O> | ToolResult;

/** What a caller gets out of a result: the text of a text result, the value itself of anything plain. */
type Produced<R> = R extends TextResult ? string : R extends ToolResult ? unknown : R;

export interface DefineToolOptions<I extends ToolSchema, O extends ToolSchema, R extends Returnable<O>, D>
  extends Partial<
    Pick<
      ToolSpec,
      | "id"
      | "title"
      | "tags"
      | "timeoutMs"
      | "confirmation"
      | "hints"
      | "resultReminder"
      | "bounds"
      | "serverData"
      | "serverDataDefault"
      | "inject"
      | "terminal"
      | "bookkeeping"
      | "workspace"
      | "meta"
    >
  > {
  name: string;
  description: string;
  input: I;
  output?: O;
  /** Default `once`: the safe assumption about code we know nothing of. */
  effect?: ToolEffect;
  /** Offer the OpenAI-strict form of the schema: every property required, optionals nullable. Undone before `execute`. */
  strict?: boolean;
  /** The schemas are another party's (an MCP server, a registry): pass them on, and validate, exactly as they came. */
  foreign?: boolean;
  execute: (input: SchemaOutput<I>, ctx: ToolContext<D>) => R | Promise<R>;
  /** After a crash: the outcome of the call with this key, or undefined when it cannot be known. */
  reconcile?: (key: string, ctx: ToolContext<D>) => R | undefined | Promise<R | undefined>;
}

export function defineTool<
  I extends ToolSchema,
  R extends Returnable<O>,
  O extends ToolSchema = never,
  D = Record<string, unknown>,
>(
  options: DefineToolOptions<I, O, R, D>,
): TypedTool<SchemaInput<I>, [O] extends [never] ? Produced<R> : SchemaOutput<O>, D> {
  const erased = options as unknown as ErasedOptions;
  assertDeclarable(erased);
  return new DefinedTool(erased) as TypedTool<SchemaInput<I>, never, D>;
}

function assertDeclarable({ name, description, input, execute, timeoutMs }: ErasedOptions) {
  if (typeof name !== "string" || name.trim() === "")
    throw new ToolDefinitionError(String(name), "name must not be empty");
  if (typeof description !== "string") throw new ToolDefinitionError(name, "description must be a string");
  if (!isObject(input) && typeof input !== "function") {
    throw new ToolDefinitionError(name, "input must be a Standard Schema (such as z.object({…})) or plain JSON Schema");
  }
  if (typeof execute !== "function") throw new ToolDefinitionError(name, "execute must be a function");
  if (timeoutMs !== undefined && !(timeoutMs > 0)) throw new ToolDefinitionError(name, "timeoutMs must be above 0");
}
