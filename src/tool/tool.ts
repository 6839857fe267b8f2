/** A tool: its spec plus the code behind it. Whatever runs tools, here or in a vendor's loop, needs no more than this. */
import type { JsonObject } from "../json/json.ts";
import type { ToolContext } from "./context.ts";
import type { ToolResult } from "./result.ts";
import type { JsonSchema, SchemaTarget } from "./schema/json-schema.ts";
import type { ToolDefinition, ToolSpec } from "./spec.ts";

// Methods, not function properties: a tool that needs certain dependencies still fits a plain list of tools.
export interface Tool<D = unknown> {
  /** The declared id: the key in rules, traces and events. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly spec: ToolSpec;
  /** What a model is offered. Made once, on first use. */
  readonly definition: ToolDefinition;
  inputSchema(target: SchemaTarget): JsonSchema;
  /** The same tool under another id and name (the id, unless given). */
  renamed(id: string, name?: string): Tool<D>;

  /** JSON text in, result out: parse, inject, validate, execute. Rejects on failure; never throws synchronously. */
  executeRaw(rawArgsJson: string, ctx: ToolContext<D>): Promise<ToolResult>;

  /** Step 1 of `executeRaw`: the arguments as the author's schema means them. Throws `ToolInputError`. */
  readArguments(raw: string | JsonObject): JsonObject;
  /** Step 2: injects and validates. Fails with `ToolInputError`; a promise only where the schema needs one. */
  validate(args: JsonObject, ctx: ToolContext<D>): unknown;
  /** Step 3: runs on validated input, under the tool's timeout and the context's signal. */
  run(input: unknown, ctx: ToolContext<D>): ToolResult | Promise<ToolResult>;

  /** Asked after a crash, of a call that started and left no result: what became of it? Undefined: nobody can tell. */
  reconcile(key: string, ctx: ToolContext<D>): Promise<ToolResult | undefined>;
}

/** A tool that remembers its types, for code that calls it by hand. */
export interface TypedTool<Input, Output, D = unknown> extends Tool<D> {
  readonly "~types"?: { readonly input: Input; readonly output: Output };
}
