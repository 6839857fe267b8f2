/** The functions for agents: what they use, what they export, and how exports are reached. */
import type { AgentExpression, ExportExpression, UseExpression } from "../expressions/agent-expression.ts";
import { type Block, declare } from "../expressions/declaration.ts";
import type {
  AgentToolsetReference,
  MethodHandle,
  NamedToolset,
  ToolsetDeclaration,
  ToolsetReference,
} from "../expressions/declarations.ts";
import { blockFunction, type Call, declaringFunction, defineFunction, inBlock } from "../functions/design-function.ts";
import { agentSpecs as specs } from "../functions/specs/agents.ts";
import { setOnce } from "./set-once.ts";
import { declareInline, exportTarget, named, nameOf, referTo } from "./toolset-target.ts";

export interface AgentFunction {
  (name: string, block?: Block): void;
  (name: string, description: string, block?: Block): void;
}

export const Agent: AgentFunction = blockFunction(specs.Agent, (call, name, description, block) => {
  const { evaluation, expression: service, site } = call;
  const path = [...call.path, name];
  const lists = { meta: new Map(), uses: [], exports: [] };
  const agent: AgentExpression = { site, path, name, service, ...lists, runPolicy: { site, path } };
  if (description !== undefined) agent.description = call.at(description);
  service.agents.push(agent);
  evaluation.run({ context: "Agent", expression: agent, path }, block);
});

export const Use: (toolset: ToolsetReference | string, block?: Block) => void = blockFunction(
  specs.Use,
  (call, toolset, block) => {
    if (typeof toolset !== "string") return use(call, toolset, block);
    if (block === undefined) return use(call, named(call, toolset), block);
    const { expression: agent, evaluation } = call;
    const inline = declareInline(call, toolset, { agent, service: agent.service, isExport: false });
    agent.uses.push({ site: call.site, path: inline.path, target: { type: "inline", toolset: inline }, selected: [] });
    evaluation.run({ context: "Toolset", expression: inline, path: inline.path }, block);
  },
);

export const AgentToolset: (service: string, agent: string, toolset: string) => AgentToolsetReference =
  declaringFunction(specs.AgentToolset, (call, service = "", agent = "", toolset = "") =>
    declare<AgentToolsetReference>("agentToolset", call, { service, agent, toolset }),
  );

export const UseAgentToolset: (service: string, agent: string, toolset: string) => void = blockFunction(
  specs.UseAgentToolset,
  (call, service, agent, toolset) => {
    const declaring = { site: call.site, faults: [] };
    use(call, declare<AgentToolsetReference>("agentToolset", declaring, { service, agent, toolset }), undefined);
  },
);

/** The name of what was exported, and by whom. */
interface Exported {
  readonly toolset: string;
  readonly service: string;
  readonly agent: string | undefined;
}

const declareExport = inBlock(specs.Export, (call, toolset, block): Exported => {
  const { evaluation, expression: owner, site } = call;
  const agent = call.context === "Agent" ? call.expression : undefined;
  const service = call.context === "Agent" ? call.expression.service : call.expression;
  const target = exportTarget(call, toolset, block, { service, isExport: true, ...(agent && { agent }) });
  const name = nameOf(target);
  const path = [...call.path, name];
  const exported: ExportExpression = { site, path, target, selected: [], tags: [], publishTo: [] };
  owner.exports.push(exported);
  evaluation.run({ context: "Export", expression: exported, path }, block);
  return { toolset: name, service: service.name, agent: agent?.name };
});

export const Export: (toolset: ToolsetDeclaration | string, block?: Block) => ToolsetReference = defineFunction(
  [specs.Export],
  (site, args): ToolsetReference => {
    const call = { site, faults: [] };
    const { toolset = "", service = "", agent } = declareExport(site, args) ?? {};
    if (agent === undefined) return declare<NamedToolset>("namedToolset", call, { name: toolset });
    return declare<AgentToolsetReference>("agentToolset", call, { service, agent, toolset });
  },
);

export interface PassthroughFunction {
  (tool: string, target: MethodHandle): void;
  (tool: string, service: string, method: string): void;
}

export const Passthrough: PassthroughFunction = blockFunction(specs.Passthrough, (call, tool, target, method) => {
  const { expression } = call;
  if (tool !== expression.name) {
    call.report({
      code: "passthrough_mismatch",
      message: `Passthrough names the tool "${tool}", but stands in the tool "${expression.name}"`,
      hint: `Write Passthrough("${expression.name}", …).`,
    });
  }
  if (typeof target !== "string") {
    setOnce(call, expression, "passthrough", call.at(target), "Passthrough");
  } else if (method !== undefined) {
    setOnce(call, expression, "passthrough", call.at({ service: target, method }), "Passthrough");
  } else {
    call.report({
      code: "missing_argument",
      message: `Passthrough needs the name of a method of the service "${target}"`,
      hint: `Write Passthrough("${tool}", "${target}", "Method").`,
    });
  }
});

export const DisableAgentDocs: () => void = blockFunction(specs.DisableAgentDocs, ({ expression }) => {
  expression.agentDocs = false;
});

function use(call: Call<"Agent">, reference: ToolsetReference, block: Block | undefined): void {
  const { evaluation, expression: agent, site } = call;
  const target = referTo(call, reference);
  const path = [...call.path, nameOf(target)];
  const expression: UseExpression = { site, path, target, selected: [] };
  agent.uses.push(expression);
  evaluation.run({ context: "Use", expression, path }, block);
}
