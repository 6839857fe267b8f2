/**
 * Where generated files go and what generated code calls things. Every name of the design passes through here once,
 * so that folders are safe on every system, names that would clash do not, and a toolset has exactly one home.
 */
import type { AgentModel, DesignModel, ServiceModel, ToolsetModel } from "../../design/index.ts";
import { besideImports, uniqueNames } from "../names/unique-names.ts";
import { camelCase, pascalCase, slug } from "../names/words.ts";
import { TypeCatalog } from "../types/type-catalog.ts";
import {
  interfaceName,
  type NamedCompletion,
  type NamedMethod,
  namedCompletions,
  namedMethods,
} from "./service-names.ts";
import { type NamedTool, SPECS_IMPORTS, toolNames } from "./tool-names.ts";

export const USER_TYPES_FILE = "types.ts";
export const USER_CODECS_FILE = "codecs.ts";

export class Layout {
  readonly model: DesignModel;
  readonly catalog: TypeCatalog;
  readonly #services: ReadonlyMap<string, string>;
  readonly #serviceMembers: ReadonlyMap<string, string>;
  readonly #serviceInterfaces: ReadonlyMap<string, string>;
  readonly #agents: ReadonlyMap<string, string>;
  readonly #toolsets: ReadonlyMap<string, string>;
  /** Of every exporter, which need not be the owner of what it exports. */
  readonly #exports: ReadonlyMap<string, string>;
  readonly #registries: ReadonlyMap<string, string>;
  readonly #tools = new Map<ToolsetModel, readonly NamedTool[]>();

  constructor(model: DesignModel) {
    this.model = model;
    this.catalog = new TypeCatalog(model.types);
    const services = servicesOf(model);
    const servers = model.services.filter(({ mcp }) => mcp !== undefined).map(({ name }) => `mcp_${slug(name)}`);
    this.#services = uniqueNames(services, slug, new Set(servers));
    this.#serviceMembers = uniqueNames(services, camelCase);
    this.#serviceInterfaces = uniqueNames(services, interfaceName);
    this.#agents = byGroup(model.agents.map(({ id, service, name }) => ({ key: id, group: service, name })));
    this.#toolsets = byGroup(
      model.toolsets.map(({ name, owner }) => {
        const group = owner === undefined ? "" : `${owner.service}/${owner.type === "agent" ? owner.agent : ""}`;
        return { key: name, group, name };
      }),
    );
    const exporters = [
      ...model.agents.map(({ id, exports }) => ({ exporter: `agent ${id}`, exports })),
      ...model.services.map(({ name, exports }) => ({ exporter: `service ${name}`, exports })),
    ];
    this.#exports = byGroup(
      exporters.flatMap(({ exporter, exports }) =>
        exports.map(({ toolset }) => ({ key: `${exporter}/${toolset}`, group: exporter, name: toolset })),
      ),
    );
    this.#registries = uniqueNames(
      model.registries.map(({ name }) => name),
      slug,
    );
  }

  serviceDir(service: string): string {
    return this.#services.get(service) ?? slug(service);
  }

  /** What code calls a service where it is one of several, and what it calls its interface. */
  serviceName(service: string): { readonly camel: string; readonly interface: string } {
    return {
      camel: this.#serviceMembers.get(service) ?? camelCase(service),
      interface: this.#serviceInterfaces.get(service) ?? interfaceName(service),
    };
  }

  mcpDir(service: string): string {
    return `mcp_${this.serviceDir(service)}`;
  }

  agentDir({ id, service }: AgentModel): string {
    return `${this.serviceDir(service)}/agents/${this.#agents.get(id)}`;
  }

  registryDir(service: string, registry: string): string {
    return `${this.serviceDir(service)}/registry/${this.#registries.get(registry) ?? slug(registry)}`;
  }

  /** The folder of the helpers with which other agents call an export. */
  agentToolsDir(agent: AgentModel, toolset: ToolsetModel): string {
    return `${this.agentDir(agent)}/agenttools/${this.#exports.get(`agent ${agent.id}/${toolset.name}`)}`;
  }

  /** The folder of what a service does with a toolset that it exports. */
  serviceExportDir(service: string, toolset: ToolsetModel): string {
    return `${this.serviceDir(service)}/exports/${this.#exports.get(`service ${service}/${toolset.name}`)}`;
  }

  /** The one folder of a toolset's own code; undefined when nobody owns it, or when its tools are not known yet. */
  toolsetDir({ name, owner, tools }: ToolsetModel): string | undefined {
    if (owner === undefined || tools.length === 0) return undefined;
    const folder = this.#toolsets.get(name) ?? slug(name);
    if (owner.type === "service") return `${this.serviceDir(owner.service)}/toolsets/${folder}`;
    const agent = this.model.agents.find((each) => each.service === owner.service && each.name === owner.agent);
    return agent === undefined ? undefined : `${this.agentDir(agent)}/exports/${folder}`;
  }

  /** What a toolset is called in code, and the function that makes it. */
  toolsetName({ name }: ToolsetModel): { readonly pascal: string; readonly camel: string; readonly factory: string } {
    const camel = camelCase(name);
    return { pascal: pascalCase(name), camel, factory: besideImports(`${camel}Toolset`, SPECS_IMPORTS) };
  }

  agentName({ name }: AgentModel): { readonly pascal: string; readonly camel: string } {
    return { pascal: pascalCase(name), camel: camelCase(name) };
  }

  tools(toolset: ToolsetModel): readonly NamedTool[] {
    let tools = this.#tools.get(toolset);
    if (tools === undefined) {
      tools = toolNames(toolset);
      this.#tools.set(toolset, tools);
    }
    return tools;
  }

  completions(service: string): readonly NamedCompletion[] {
    return namedCompletions(this.model.completions.filter((completion) => completion.service === service));
  }

  methods(service: ServiceModel): readonly NamedMethod[] {
    return namedMethods(service);
  }
}

function servicesOf({ services, agents, toolsets, completions }: DesignModel): string[] {
  const owners = toolsets.flatMap(({ owner }) => (owner === undefined ? [] : [owner.service]));
  return [...services.map(({ name }) => name), ...[...agents, ...completions].map(({ service }) => service), ...owners];
}

/** Names have to differ only from those that stand beside them. */
function byGroup(entries: readonly { key: string; group: string; name: string }[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(entries, ({ group }) => group);
  const all = new Map<string, string>();
  for (const members of groups.values()) {
    const slugs = uniqueNames(
      members.map(({ name }) => name),
      slug,
    );
    for (const { key, name } of members) all.set(key, slugs.get(name) ?? slug(name));
  }
  return all;
}
