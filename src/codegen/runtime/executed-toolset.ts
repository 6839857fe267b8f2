/** Declared tools joined with what executes them. The compiler asks for every executor; so does this, once, by name. */
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { ToolSpec } from "../../tool/spec.ts";
import type { Tool } from "../../tool/tool.ts";
import { type Toolset, toolset } from "../../tool/toolset.ts";
import type { Executor, ToolExtras } from "./tool-declaration.ts";

/** A declaration whatever its types: it takes an executor that asks nothing of them. */
export interface AnyToolDeclaration {
  readonly id: string;
  readonly spec: ToolSpec;
  tool(execute: Executor<unknown, never>, extras?: ToolExtras): Tool;
}

/** `executors`: by tool id. Those of tools that are not among the declarations are ignored. */
export function executedToolset(
  name: string,
  declarations: readonly AnyToolDeclaration[],
  executors: Readonly<Record<string, unknown>>,
): Toolset {
  const missing = declarations.filter(({ id }) => typeof executorOf(executors, id) !== "function");
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => JSON.stringify(id)).join(", ");
    throw new KigumiError({
      code: "missing_executor",
      message: `toolset "${name}" has no executor for ${ids}; pass a function under each of these ids`,
      data: { toolset: name, tools: missing.map(({ id }) => id) },
    });
  }
  return toolset(
    name,
    declarations.map((declaration) =>
      declaration.tool(executorOf(executors, declaration.id) as Executor<unknown, never>),
    ),
  );
}

function executorOf(executors: Readonly<Record<string, unknown>>, id: string): unknown {
  return Object.hasOwn(executors, id) ? executors[id] : undefined;
}
