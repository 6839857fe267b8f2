/** What `Use` and `Export` are about: a toolset that is declared elsewhere, or one that is declared in their block. */
import type { ToolsetTarget } from "../expressions/agent-expression.ts";
import { type Block, declare } from "../expressions/declaration.ts";
import type { NamedToolset, ToolsetDeclaration, ToolsetReference } from "../expressions/declarations.ts";
import type { ToolsetExpression } from "../expressions/toolset-expression.ts";
import type { Call } from "../functions/design-function.ts";
import type { Place } from "../problem.ts";

/** Who declares a toolset in a block, and whether to export it. */
type InlineOwner = Pick<ToolsetExpression, "agent" | "service" | "isExport">;

export function exportTarget(
  call: Call<"Agent" | "Service">,
  toolset: ToolsetDeclaration | string,
  block: Block | undefined,
  owner: InlineOwner,
): ToolsetTarget {
  if (typeof toolset !== "string") return referTo(call, toolset);
  if (block === undefined) return referTo(call, named(call, toolset));
  return { type: "inline", toolset: declareInline(call, toolset, owner) };
}

export function referTo({ evaluation, path }: Call<"Agent" | "Service">, reference: ToolsetReference): ToolsetTarget {
  if (reference.kind === "toolset") evaluation.reached.toolset(reference);
  else evaluation.use(reference, path);
  return { type: "reference", reference };
}

export function declareInline(
  { evaluation, site, path }: Call<"Agent" | "Service">,
  name: string,
  owner: InlineOwner,
): ToolsetExpression {
  const lists = { provider: undefined, tags: [], meta: new Map(), tools: [] };
  const toolset: ToolsetExpression = { site, path: [...path, name], name, ...owner, ...lists };
  evaluation.reached.toolsets.push(toolset);
  return toolset;
}

export function named({ site }: Place, name: string): NamedToolset {
  return declare<NamedToolset>("namedToolset", { site, faults: [] }, { name });
}

export function nameOf(target: ToolsetTarget): string {
  if (target.type === "inline") return target.toolset.name;
  const { reference } = target;
  if (reference.kind === "agentToolset") return reference.toolset;
  return reference.name ?? (reference.kind === "toolset" ? reference.provider?.toolset : undefined) ?? "";
}
