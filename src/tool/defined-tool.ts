/** What `defineTool` returns: a declaration, and everything that is made from it on first use. */
import { orAbort } from "../errors/abort.ts";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import { isObject, type JsonObject, type JsonValue, jsonTypeOf } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { ToolContext } from "./context.ts";
import type { DefineToolOptions } from "./define-tool.ts";
import { injectFields, withoutFields } from "./inject.ts";
import { projectSchema } from "./projection/project-schema.ts";
import { type JsonResult, type TextResult, type ToolResult, toToolResult, withValue } from "./result.ts";
import { asObjectRoot } from "./schema/as-object-root.ts";
import { type CompiledSchema, compileSchema } from "./schema/compiled-schema.ts";
import { exampleOf } from "./schema/example-input.ts";
import type { JsonSchema, SchemaTarget } from "./schema/json-schema.ts";
import type { ToolSchema } from "./schema/tool-schema.ts";
import type { ValidationIssue } from "./schema/validation-issue.ts";
import type { Validated } from "./schema/validator.ts";
import type { ToolDefinition, ToolSpec } from "./spec.ts";
import type { TypedTool } from "./tool.ts";
import { ToolDefinitionError, ToolInputError, ToolOutputError, ToolTimeoutError } from "./tool-error.ts";

/** A declaration with its types forgotten: what the implementation works on. */
export interface ErasedOptions
  extends Omit<DefineToolOptions<ToolSchema, never, unknown, unknown>, "output" | "execute" | "reconcile"> {
  output?: ToolSchema;
  execute: (input: unknown, ctx: ToolContext<unknown>) => unknown;
  reconcile?: (key: string, ctx: ToolContext<unknown>) => unknown;
}

type MaybePromise<T> = T | Promise<T>;

export class DefinedTool implements TypedTool<unknown, unknown> {
  readonly #options: ErasedOptions;
  // Filled on first use. Plain fields: ten thousand unused tools must not carry ten thousand caches.
  #spec: ToolSpec | undefined;
  #definition: ToolDefinition | undefined;
  #example: { readonly value: JsonValue | undefined } | undefined;
  #input: CompiledSchema | undefined;
  #output: CompiledSchema | undefined;

  constructor(options: ErasedOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#options.id ?? this.#options.name;
  }

  get name(): string {
    return this.#options.name;
  }

  get description(): string {
    return this.#options.description;
  }

  get spec(): ToolSpec {
    this.#spec ??= this.#buildSpec();
    return this.#spec;
  }

  get definition(): ToolDefinition {
    this.#definition ??= this.#buildDefinition();
    return this.#definition;
  }

  inputSchema(target: SchemaTarget): JsonSchema {
    const { inject } = this.#options;
    try {
      const document = asObjectRoot(this.#compiledInput().document(target));
      return inject === undefined ? document : withoutFields(document, inject);
    } catch (cause) {
      throw ToolDefinitionError.because(this.id, "input", cause);
    }
  }

  renamed(id: string, name = id): DefinedTool {
    return new DefinedTool({ ...this.#options, id, name });
  }

  // Not an async function: a synchronous tool with a synchronous schema then costs one promise, already settled.
  executeRaw(rawArgsJson: string, ctx: ToolContext<unknown>): Promise<ToolResult> {
    try {
      const input = this.validate(this.readArguments(rawArgsJson), ctx);
      if (input instanceof Promise) return input.then((value) => this.run(value, ctx));
      const result = this.run(input, ctx);
      return result instanceof Promise ? result : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  readArguments(raw: string | JsonObject): JsonObject {
    const parsed = typeof raw === "string" ? this.#parse(raw) : raw;
    const decoded = this.#options.strict
      ? projectSchema(this.spec.inputSchema, "openai-strict").decode(parsed)
      : parsed;
    if (isObject(decoded)) return decoded as JsonObject;
    throw this.#inputError([
      {
        path: [],
        constraint: "type",
        message: `expected a JSON object, received ${jsonTypeOf(decoded)}`,
        expected: "object",
        received: jsonTypeOf(decoded),
      },
    ]);
  }

  validate(args: JsonObject, ctx: ToolContext<unknown>): unknown {
    const { inject } = this.#options;
    const value = inject === undefined ? args : injectFields(this.id, args, inject, ctx);
    const validator = this.#compiledInput().validator;
    if (validator === undefined) return this.#loadAndValidate(value);
    const validated = validator(value);
    return validated instanceof Promise ? validated.then((v) => this.#accept(v)) : this.#accept(validated);
  }

  // Synchronous for a synchronous tool, so that a plain function pays for no promise but the caller's.
  run(input: unknown, ctx: ToolContext<unknown>): MaybePromise<ToolResult> {
    ctx.signal?.throwIfAborted();
    if (this.#options.timeoutMs !== undefined) return this.#runWithTimeout(input, ctx, this.#options.timeoutMs);
    const returned = this.#options.execute(input, ctx);
    if (!isPromiseLike(returned)) return this.#toResult(returned);
    const settled = ctx.signal ? orAbort(returned, ctx.signal) : returned;
    return settled.then((value) => this.#toResult(value)) as Promise<ToolResult>;
  }

  async reconcile(key: string, ctx: ToolContext<unknown>): Promise<ToolResult | undefined> {
    const outcome = await this.#options.reconcile?.(key, ctx);
    return outcome === undefined ? undefined : this.#toResult(outcome);
  }

  #parse(raw: string): JsonValue {
    // Models send an empty string for a tool without parameters.
    if (raw === "") return {};
    try {
      return parseJson(raw);
    } catch (error) {
      throw this.#inputError([{ path: [], constraint: "json", message: messageOf(error), expected: "a JSON object" }]);
    }
  }

  async #loadAndValidate(value: JsonObject): Promise<unknown> {
    const load = this.#compiledInput().load();
    const validator = await load.catch((cause) => {
      throw ToolDefinitionError.because(this.id, "input", cause);
    });
    return this.#accept(await validator(value));
  }

  #accept(validated: Validated): unknown {
    if (validated.issues !== undefined) throw this.#inputError(validated.issues);
    return validated.value;
  }

  #inputError(issues: readonly ValidationIssue[]): ToolInputError {
    this.#example ??= { value: exampleOf(this.spec.inputSchema) };
    return new ToolInputError(this.id, issues, this.#example.value);
  }

  async #runWithTimeout(input: unknown, ctx: ToolContext<unknown>, timeoutMs: number): Promise<ToolResult> {
    if (ctx.clock === undefined) {
      throw new KigumiError({
        code: "no_clock",
        message: `${this.id} declares timeoutMs, but its context has no clock; make the context with createToolContext`,
      });
    }
    const timeout = new AbortController();
    const cancel = ctx.clock.after(timeoutMs, () => timeout.abort(new ToolTimeoutError(this.id, timeoutMs)));
    const signal = ctx.signal ? AbortSignal.any([ctx.signal, timeout.signal]) : timeout.signal;
    try {
      const returned = (async () => this.#options.execute(input, ctx.withSignal(signal)))();
      return await this.#toResult(await orAbort(returned, signal));
    } finally {
      cancel();
    }
  }

  #toResult(returned: unknown): MaybePromise<ToolResult> {
    const result = toToolResult(returned);
    const { output } = this.#options;
    // Parts are for reading, not for programs: an output schema speaks of values.
    if (output === undefined || result.isError || result.type === "parts") return result;
    return this.#checkOutput(result, output);
  }

  async #checkOutput(result: TextResult | JsonResult, output: ToolSchema): Promise<ToolResult> {
    const value = result.type === "json" ? result.value : result.text;
    const compiled = this.#compiledOutput(output);
    const validator = compiled.validator ?? (await compiled.load());
    const validated = await validator(value);
    if (validated.issues !== undefined) throw new ToolOutputError(this.id, validated.issues, value);
    return result.type === "json" && validated.value !== value ? withValue(result, validated.value) : result;
  }

  #compiledInput(): CompiledSchema {
    this.#input ??= compileSchema(this.#options.input, this.#options.foreign ? "foreign" : "input");
    return this.#input;
  }

  #compiledOutput(output: ToolSchema): CompiledSchema {
    this.#output ??= compileSchema(output, this.#options.foreign ? "foreign" : "output");
    return this.#output;
  }

  #buildSpec(): ToolSpec {
    const { input: _i, output, execute: _e, reconcile: _r, foreign: _f, ...declared } = this.#options;
    return Object.freeze({
      ...declared,
      id: this.id,
      tags: declared.tags ?? [],
      effect: declared.effect ?? "once",
      strict: declared.strict ?? false,
      inputSchema: this.inputSchema("draft-07"),
      ...(output === undefined ? {} : { outputSchema: this.#outputDocument(output) }),
    });
  }

  #outputDocument(output: ToolSchema): JsonSchema {
    try {
      return this.#compiledOutput(output).document("draft-07");
    } catch (cause) {
      throw ToolDefinitionError.because(this.id, "output", cause);
    }
  }

  #buildDefinition(): ToolDefinition {
    const { name, description, inputSchema, strict } = this.spec;
    if (!strict) return Object.freeze({ name, description, parameters: inputSchema });
    const parameters = projectSchema(inputSchema, "openai-strict").schema;
    return Object.freeze({ name, description, parameters, strict: true as const });
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
