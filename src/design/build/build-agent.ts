/** An agent of the model: its uses and exports by name, and its policy. */
import type { AgentExpression } from "../expressions/agent-expression.ts";
import { agentId } from "../expressions/agent-id.ts";
import type { CompletionExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { AgentModel, CompletionModel } from "../model/agent-model.ts";
import type { ToolsetExport, ToolsetModel, ToolsetUse } from "../model/toolset-model.ts";
import { typeNameOf } from "../names/type-name.ts";
import { isEmpty } from "../types/schema-builder.ts";
import type { BuildContext } from "./build-context.ts";
import { buildRunPolicy } from "./build-run-policy.ts";
import { metaOf } from "./meta-of.ts";
import { type ResolvedExport, type ResolvedUse, selectedIds } from "./toolset-uses.ts";

export type ToolsetsByExpression = ReadonlyMap<object, ToolsetModel>;

export function buildAgent(
  agent: AgentExpression,
  { uses, exports }: { readonly uses: readonly ResolvedUse[]; readonly exports: readonly ResolvedExport[] },
  toolsets: ToolsetsByExpression,
  context: BuildContext,
): AgentModel {
  const meta = metaOf(agent.meta);
  return {
    id: agentId(agent),
    service: agent.service.name,
    name: agent.name,
    description: agent.description?.value ?? "",
    ...(meta && { meta }),
    uses: uses.flatMap((use) => buildUse(use, toolsets, context)),
    exports: buildExports(exports, toolsets, context),
    runPolicy: buildRunPolicy(agent.runPolicy, context.evaluation),
  };
}

function buildUse(use: ResolvedUse, toolsets: ToolsetsByExpression, context: BuildContext): ToolsetUse[] {
  const model = toolsets.get(use.toolset);
  if (model === undefined) return [];
  const tools = selectedIds(use.use, model, use.offered, context);
  // An agent that answers for a toolset is named even when the toolset says so itself: it is who the call goes to.
  const agent = use.agent ?? (model.provider.type === "agent" ? use.toolset.agent : undefined);
  return [{ toolset: model.name, ...(tools && { tools }), ...(agent && { agent: agentId(agent) }) }];
}

export function buildExports(
  exports: readonly ResolvedExport[],
  toolsets: ToolsetsByExpression,
  context: BuildContext,
): ToolsetExport[] {
  return exports.flatMap(({ toolset, exported }) => {
    const model = toolsets.get(toolset);
    if (model === undefined) return [];
    const tools = selectedIds(exported, model, undefined, context);
    const publishTo = exported.publishTo.map(({ value }) => value.name);
    return [{ toolset: model.name, ...(tools && { tools }), tags: [...exported.tags], publishTo }];
  });
}

export function buildCompletion(
  completion: CompletionExpression,
  service: ServiceExpression,
  { evaluation, places }: BuildContext,
): CompletionModel[] {
  const { name, description, result } = completion;
  if (result === undefined || isEmpty(result)) {
    const message = `the completion "${name}" says nothing about the answer`;
    evaluation.report({ code: "missing_result", message, hint: "Add Return(…)." }, completion);
    return [];
  }
  return [
    {
      id: `${service.name}.${name}`,
      service: service.name,
      name,
      description: description?.value ?? "",
      result: places.placeOf(result, `${typeNameOf(name)}Result`, "output"),
    },
  ];
}
