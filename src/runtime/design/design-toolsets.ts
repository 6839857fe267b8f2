/** The toolsets that agents of a design call: run here, by other agents, by MCP servers and behind registries. */
import type { DesignModel, ToolModel, ToolsetModel, ToolsetUse } from "../../design/model.ts";
import { KigumiError } from "../../errors/kigumi-error.ts";
import type { JsonObject } from "../../json/json.ts";
import type { Tool } from "../../tool/tool.ts";
import { type Toolset, toolset as toolsetOf } from "../../tool/toolset.ts";
import { type AgentToolset, agentToolset } from "../agent-toolset.ts";
import type { DesignOptions } from "./design-options.ts";
import { designTool } from "./design-tool.ts";
import { entryOf } from "./gaps.ts";
import { isDiscovered, remoteConnection } from "./remote-connection.ts";
import { callRemote, foreignTool, type RemoteConnection } from "./remote-tools.ts";
import { type Execute, usedTools } from "./tool-executions.ts";

export class DesignToolsets {
  readonly #options: DesignOptions;
  readonly #executions: ReadonlyMap<string, Execute>;
  /** Asked for once, however many agents use the toolset. */
  readonly #discovered = new Map<string, Promise<readonly Tool[]>>();

  constructor(options: DesignOptions, executions: ReadonlyMap<string, Execute>) {
    this.#options = options;
    this.#executions = executions;
  }

  async of(use: ToolsetUse): Promise<(Toolset | AgentToolset)[]> {
    const { design } = this.#options;
    const model = design.toolsets.find(({ name }) => name === use.toolset);
    const connection = model && remoteConnection(model, this.#options);
    const discovered =
      model && connection && isDiscovered(model) ? await this.#discover(model, use, connection) : undefined;
    if (use.agent !== undefined) return this.#answeredBy(use.agent, use, discovered?.tools ?? []);
    if (discovered !== undefined) return [discovered];
    const used = usedTools(use, design);
    return [toolsetOf(use.toolset, connection ? this.#runThere(used, connection) : this.#runHere(used))];
  }

  /** Tools that are handed on to a method are called at once: no run of the exporting agent stands between. */
  #answeredBy(agent: string, use: ToolsetUse, discovered: readonly Tool[]): (Toolset | AgentToolset)[] {
    const { design, agentToolsets } = this.#options;
    const tags = exportTags(design, agent, use.toolset);
    const used = usedTools(use, design);
    const described = used.filter(({ passthrough }) => passthrough === undefined);
    const handedOn = used.filter(({ passthrough }) => passthrough !== undefined);
    const tools = [...described.map((tool) => this.#tool(tool, answeredElsewhere(tool.id), tags)), ...discovered];
    const { prompts = {}, ...answers } = entryOf(agentToolsets, use.toolset) ?? {};
    const prompted = Object.entries(prompts).filter(([id]) => tools.some((tool) => tool.id === id));
    const options = { ...answers, agent, tools, prompts: Object.fromEntries(prompted) };
    return [
      ...(tools.length === 0 ? [] : [agentToolset(use.toolset, options)]),
      ...(handedOn.length === 0 ? [] : [toolsetOf(use.toolset, this.#runHere(handedOn, tags))]),
    ];
  }

  #runHere(tools: readonly ToolModel[], tags?: readonly string[]): Tool[] {
    return tools.map((tool) => this.#tool(tool, this.#executions.get(tool.id) ?? answeredElsewhere(tool.id), tags));
  }

  /** The design says what the tools are; the server only runs them. */
  #runThere(tools: readonly ToolModel[], connection: RemoteConnection): Tool[] {
    return tools.map((tool) =>
      this.#tool(tool, (input, ctx) => callRemote(connection, tool.name, input as JsonObject, ctx)),
    );
  }

  async #discover(model: ToolsetModel, { tools }: ToolsetUse, connection: RemoteConnection): Promise<Toolset> {
    let discovering = this.#discovered.get(model.name);
    if (discovering === undefined) {
      discovering = connection.list().then((found) => found.map((tool) => foreignTool(tool, model, connection)));
      this.#discovered.set(model.name, discovering);
    }
    const found = toolsetOf(model.name, await discovering);
    return tools === undefined ? found : found.pick(...tools);
  }

  #tool(tool: ToolModel, execute: Execute, tags: readonly string[] = []): Tool {
    return designTool(tool, { types: this.#options.design.types, execute, tags });
  }
}

/** What an agent adds to the tags of a toolset where it exports it. */
function exportTags({ agents }: DesignModel, agentId: string, toolset: string): readonly string[] {
  const exports = agents.find(({ id }) => id === agentId)?.exports ?? [];
  return exports.find((each) => each.toolset === toolset)?.tags ?? [];
}

function answeredElsewhere(id: string): Execute {
  return () => {
    throw new KigumiError({
      code: "tool_has_no_executor",
      message: `${id} is answered by another agent and cannot be called by itself`,
    });
  };
}
