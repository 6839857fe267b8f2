/** Who runs the tools that run in this process: the application's executors, else the service methods behind them. */
import type { DesignModel, MethodModel, MethodReference, ToolModel, ToolsetUse } from "../../design/model.ts";
import type { ToolContext } from "../../tool/context.ts";
import { bindingProblems, boundMethod } from "./bound-method.ts";
import type { DesignOptions } from "./design-options.ts";
import { entryOf, type Gap } from "./gaps.ts";
import { methodOf } from "./implement.ts";

export type Execute = (input: unknown, ctx: ToolContext) => unknown;

/** By tool id. Tools that nobody runs are among the gaps. */
export interface ToolExecutions {
  readonly executions: ReadonlyMap<string, Execute>;
  readonly gaps: readonly Gap[];
}

export function resolveExecutions(options: DesignOptions): ToolExecutions {
  const executions = new Map<string, Execute>();
  const gaps: Gap[] = [];
  for (const tool of toolsRunHere(options.design)) {
    const resolved = resolve(tool, options);
    if (typeof resolved === "function") executions.set(tool.id, resolved);
    else gaps.push(resolved);
  }
  return { executions, gaps };
}

/** The tools of a toolset that are used, in the toolset's order. */
export function usedTools({ toolset: name, tools }: ToolsetUse, { toolsets }: DesignModel): readonly ToolModel[] {
  const all = toolsets.find((toolset) => toolset.name === name)?.tools ?? [];
  return tools === undefined ? all : all.filter(({ id }) => tools.includes(id));
}

/** Those of local toolsets, and of exported ones those that are handed on without asking the exporting agent. */
function toolsRunHere(design: DesignModel): readonly ToolModel[] {
  const uses = design.agents.flatMap((agent) => agent.uses);
  const tools = uses.flatMap((use) => {
    const provider = design.toolsets.find(({ name }) => name === use.toolset)?.provider;
    const used = usedTools(use, design);
    if (use.agent !== undefined) return used.filter(({ passthrough }) => passthrough !== undefined);
    return provider?.type === "local" ? used : [];
  });
  return [...new Map(tools.map((tool) => [tool.id, tool])).values()];
}

function resolve(tool: ToolModel, options: DesignOptions): Execute | Gap {
  const executor = entryOf(options.executors, tool.id);
  if (executor !== undefined) return (input, ctx) => executor(input as never, ctx);
  const reference = tool.passthrough ?? tool.binding;
  if (reference === undefined) {
    const message = `nothing executes the tool "${tool.id}"; pass executors: { "${tool.id}": (input, ctx) => … }`;
    return { option: "executors", id: tool.id, message };
  }
  return resolveMethod(tool, reference, options);
}

function resolveMethod(
  tool: ToolModel,
  reference: MethodReference,
  { design: { services, types }, services: implementations = [] }: DesignOptions,
): Execute | Gap {
  const { service, method: name } = reference;
  const id = `${service}.${name}`;
  const method = methodModel(services, reference);
  const implementation = implementations.find((each) => each.service === service);
  const run = implementation && methodOf(implementation, name);
  if (method === undefined || run === undefined) {
    const what = implementation === undefined ? `the service "${service}"` : `the method "${id}"`;
    const message = `${what} is not implemented, and the tool "${tool.id}" calls ${id}; pass services: [implement("${service}", { ${name}: … })]`;
    return { option: "services", id, message };
  }
  const problems = bindingProblems(tool, method, types);
  if (problems.length === 0) return boundMethod({ tool, method, types, run });
  const message = `the tool "${tool.id}" and the method ${id} cannot be joined: ${problems.join("; ")}; pass an executor for the tool`;
  return { option: "executors", id: tool.id, message };
}

function methodModel(services: DesignModel["services"], { service, method }: MethodReference): MethodModel | undefined {
  return services.find(({ name }) => name === service)?.methods.find(({ name }) => name === method);
}
