/** `registry.ts`: registers the agent and the toolsets it uses on a runtime. */
import type { AgentModel } from "../../design/index.ts";
import { type AgentUse, passthroughTools, usesOf } from "../layout/agent-uses.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { uniqueNames } from "../names/unique-names.ts";
import { camelCase } from "../names/words.ts";
import { documented } from "../text/comment.ts";
import { block, braces, type Doc, group, indent, join, line, list } from "../text/doc.ts";
import { literal, memberAccess, property, stringLiteral } from "../text/literal.ts";

const RUNTIME = "kigumi/codegen/runtime";

export function addRegistryFile(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  const uses = usesOf(agent, layout);
  files.module(`${layout.agentDir(agent)}/registry.ts`, `Brings agent ${agent.id} to life on a runtime.`, (module) => {
    const writer = new RegistryWriter(agent, uses, layout, module);
    module.add(...writer.executors(), writer.registerUsedToolsets(), writer.registerAgent());
  });
}

class RegistryWriter {
  readonly #agent: AgentModel;
  readonly #uses: readonly AgentUse[];
  readonly #layout: Layout;
  readonly #module: GeneratedModule;
  readonly #namespaces: ReadonlyMap<string, string>;

  constructor(agent: AgentModel, uses: readonly AgentUse[], layout: Layout, module: GeneratedModule) {
    this.#agent = agent;
    this.#uses = uses;
    this.#layout = layout;
    this.#module = module;
    this.#namespaces = uniqueNames(
      uses.map(({ toolset }) => toolset.name),
      (name) => `${camelCase(name)}Specs`,
    );
    module.importType("Runtime", "kigumi");
  }

  get #executed(): readonly AgentUse[] {
    return this.#uses.filter(({ answeredBy }) => answeredBy === "executors");
  }

  /** Every tool that the application executes; one that is left out does not compile. */
  executors(): Doc[] {
    if (this.#executed.length === 0) return [];
    const { pascal } = this.#layout.agentName(this.#agent);
    const chosen = this.#executed.filter(({ isSubset }) => isSubset);
    const types = this.#executed.map((use) => {
      const type = `${this.#specs(use)}.${this.#layout.toolsetName(use.toolset).pascal}Executors`;
      return use.isSubset ? `Pick<${type}, (typeof ${chosenIds(use)})[number]>` : type;
    });
    return [
      ...chosen.map((use) => {
        const ids = use.tools.map(({ id }) => stringLiteral(id));
        return [`const ${chosenIds(use)} = `, list("[", ids, "]"), " as const;"];
      }),
      documented("What executes the tools of this agent, by tool id.", [
        `export type ${pascal}Executors = `,
        group(indent(join([" &", line], types))),
        ";",
      ]),
    ];
  }

  registerUsedToolsets(): Doc | undefined {
    if (this.#executed.length === 0) return undefined;
    const { pascal } = this.#layout.agentName(this.#agent);
    const registrations = this.#executed.map((use) => {
      const factory = `${this.#specs(use)}.${this.#layout.toolsetName(use.toolset).camel}Toolset`;
      const ids = use.isSubset ? chosenIds(use) : `${this.#specs(use)}.toolIds`;
      return this.#register([factory, list("(", [stringLiteral(use.name), "executors", ids], ")")]);
    });
    return documented(
      "Registers the toolsets that the application executes. Comes before the agent, which names them.",
      block(
        `export function registerUsedToolsets(runtime: Runtime, executors: ${pascal}Executors): void {`,
        registrations,
      ),
    );
  }

  registerAgent(): Doc {
    const { pascal } = this.#layout.agentName(this.#agent);
    const module = this.#module;
    for (const name of ["agentId", "description", "runPolicy"]) module.import(name, "./agent.ts");
    module.import(`validate${pascal}Config`, "./config.ts");
    module.importType(`${pascal}Config`, "./config.ts");
    module.import("defineAgent", "kigumi");
    const { history } = this.#agent.runPolicy;
    const names = this.#uses.flatMap((use) => [
      ...(use.tools.length > passthroughTools(use).length || use.answeredBy !== "agent" ? [use.name] : []),
      ...(passthroughTools(use).length === 0 ? [] : [passthroughName(use)]),
    ]);
    const members = [
      "id: agentId",
      "description",
      "planner: config.planner",
      ["toolsets: ", list("[", names.map(stringLiteral), "]")],
      "runPolicy",
      ...(history !== undefined && "compress" in history ? ["historyModel: config.historyModel"] : []),
    ];
    return documented(
      "Registers the agent, and the toolsets that others answer for it. Its own toolsets are registered first.",
      block(
        `export async function register${pascal}Agent(runtime: Runtime, config: ${pascal}Config): Promise<void> {`,
        [
          `validate${pascal}Config(config);`,
          ...this.#uses.flatMap((use) => this.#registerRemote(use)),
          ["runtime.registerAgent", list("(", [["defineAgent(", braces(members), ")"]], ")"), ";"],
        ],
      ),
    );
  }

  #registerRemote(use: AgentUse): Doc[] {
    switch (use.answeredBy) {
      case "executors":
        return [];
      case "agent":
        return this.#registerExport(use);
      case "mcp":
        return [this.#register(this.#mcpToolset(use))];
      case "registry":
        return [this.#register(this.#registryToolset(use))];
    }
  }

  #registerExport(use: AgentUse): Doc[] {
    const { exporter, toolset, tools } = use;
    if (exporter === undefined) return [];
    const file = `${this.#layout.agentToolsDir(exporter, toolset)}/agenttools.ts`;
    const namespace = this.#module.importAll(`${camelCase(toolset.name)}AgentTools`, this.#module.specifier(file));
    const passed = passthroughTools(use);
    const planned = tools.filter((tool) => !passed.includes(tool));
    const idsOf = (chosen: AgentUse["tools"]) =>
      list(
        "[",
        chosen.map(({ id }) => stringLiteral(id)),
        "]",
      );
    const members = [`name: ${stringLiteral(use.name)}`, ["ids: ", idsOf(planned)]];
    return [
      ...(planned.length === 0 ? [] : [this.#register([`${namespace}.createAgentToolset(`, braces(members), ")"])]),
      ...(passed.length === 0
        ? []
        : [
            this.#register([
              `${namespace}.createPassthroughToolset`,
              list("(", [stringLiteral(passthroughName(use)), "config.services", idsOf(passed)], ")"),
            ]),
          ]),
    ];
  }

  #mcpToolset(use: AgentUse): Doc {
    const { provider, name: key } = use.toolset;
    const remoteName = provider.type === "mcp" ? provider.toolset : key;
    const remote = `remoteName: ${stringLiteral(remoteName)}`;
    const name = `name: ${stringLiteral(use.name)}`;
    const caller = `config.mcpCallers${memberAccess(key)}`;
    if (use.toolset.tools.length === 0) {
      const options = braces([name, `toolset: ${stringLiteral(key)}`, remote, ...tagsOf(use)]);
      return chosenOf(use, [this.#module.import("discoveredToolset", RUNTIME), list("(", [options, caller], ")")]);
    }
    const options = braces([name, remote]);
    const declared = list("[", this.#declarations(use), "]");
    return [this.#module.import("remoteToolset", RUNTIME), list("(", [options, declared, caller], ")")];
  }

  #registryToolset(use: AgentUse): Doc {
    const { provider } = use.toolset;
    if (provider.type !== "registry") return "";
    const { registry, toolset, version } = provider;
    const options = braces([
      `name: ${stringLiteral(use.name)}`,
      `toolset: ${stringLiteral(use.toolset.name)}`,
      `remoteName: ${stringLiteral(toolset)}`,
      ...tagsOf(use),
      ...(version === undefined ? [] : [property("version", stringLiteral(version))]),
    ]);
    const client = `config.registries${memberAccess(registry)}`;
    return chosenOf(use, [this.#module.import("registryToolset", RUNTIME), list("(", [options, client], ")")]);
  }

  #declarations(use: AgentUse): string[] {
    const specs = this.#specs(use);
    const chosen = new Set(use.tools.map(({ id }) => id));
    return this.#layout
      .tools(use.toolset)
      .filter(({ tool }) => chosen.has(tool.id))
      .map(({ declaration }) => `${specs}.${declaration}`);
  }

  #specs({ toolset }: AgentUse): string {
    const dir = this.#layout.toolsetDir(toolset) ?? "";
    return this.#module.importAll(this.#namespaces.get(toolset.name) ?? "", this.#module.specifier(`${dir}/specs.ts`));
  }

  #register(toolset: Doc): Doc {
    return ["runtime.registerToolset", list("(", [toolset], ")"), ";"];
  }
}

/** Tags of the toolset count for each of its tools. */
function tagsOf({ toolset: { tags } }: AgentUse): Doc[] {
  return tags.length === 0 ? [] : [property("tags", literal(tags))];
}

/** What is found out when it is asked for, and of that what the design chose. */
function chosenOf({ chosen }: AgentUse, discovered: Doc): Doc {
  if (chosen === undefined) return ["await ", discovered];
  return ["(await ", discovered, ").pick", list("(", chosen.map(stringLiteral), ")")];
}

/** The constant with the ids that the agent chose from a toolset. */
function chosenIds({ toolset }: AgentUse): string {
  return `${camelCase(toolset.name)}Ids`;
}

function passthroughName({ name }: AgentUse): string {
  return `${name}.passthrough`;
}
