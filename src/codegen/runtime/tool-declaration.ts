/**
 * A tool as a design declares it, typed by its codecs. It becomes a tool when somebody says what executes it: the
 * application, a service of the design, another agent, or a server.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { JsonObject } from "../../json/json.ts";
import type { PlannedCall } from "../../run/plan.ts";
import type { ToolContext } from "../../tool/context.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ToolResult } from "../../tool/result.ts";
import type { ToolSpec } from "../../tool/spec.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Codec } from "./codec.ts";
import { asToolInput, asToolOutput } from "./tool-schema.ts";

/** What a tool without a declared result returns is handed on as it is. */
export type Executor<Payload, Result = unknown> = (
  payload: Payload,
  ctx: ToolContext,
) => Result | ToolResult | Promise<Result | ToolResult>;

type SpecOfDesign = Omit<ToolSpec, "inputSchema" | "outputSchema" | "strict" | "workspace">;

export interface ToolDeclarationOptions<Payload, Input, Result, ResultInput> extends SpecOfDesign {
  readonly payload: Codec<Payload, Input>;
  readonly result?: Codec<Result, ResultInput>;
}

export interface ToolDeclaration<Payload, Input = Payload, Result = unknown, ResultInput = Result> {
  readonly id: string;
  /** Made on first use. */
  readonly spec: ToolSpec;
  readonly payload: Codec<Payload, Input>;
  readonly result?: Codec<Result, ResultInput>;
  tool(execute: Executor<Payload, ResultInput>, extras?: ToolExtras): Tool;
}

/** What an export adds to a tool. */
export interface ToolExtras {
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** The model's id for the call, when a model made it. */
  readonly id?: string;
}

export function declareTool<Payload, Input, Result = unknown, ResultInput = Result>(
  options: ToolDeclarationOptions<Payload, Input, Result, ResultInput>,
): ToolDeclaration<Payload, Input, Result, ResultInput> {
  const { payload, result, ...spec } = options;
  const schemas = {
    input: asToolInput(payload),
    ...(result === undefined ? {} : { output: asToolOutput(result) }),
  };
  let described: ToolSpec | undefined;
  return {
    id: spec.id,
    get spec(): ToolSpec {
      described ??= defineTool({ ...spec, ...schemas, execute: answeredElsewhere(spec.id) }).spec;
      return described;
    },
    payload,
    ...(result === undefined ? {} : { result }),
    tool: (execute, { tags = [], ...extras } = {}) =>
      defineTool({
        ...spec,
        ...extras,
        tags: [...new Set([...spec.tags, ...tags])],
        ...schemas,
        execute: (value: Payload, ctx: ToolContext) => execute(value, ctx),
      }),
  };
}

/** A call of a tool as a planner returns it. */
export function plannedCall(tool: string, args: unknown, options: CallOptions = {}): PlannedCall {
  return { ...options, name: tool, args: args as JsonObject };
}

/** For a tool that is only described: another agent answers it. */
export function answeredElsewhere(id: string): () => never {
  return () => {
    throw new KigumiError({
      code: "tool_has_no_executor",
      message: `${id} is answered by another agent; register its agent toolset instead of calling the tool`,
    });
  };
}
