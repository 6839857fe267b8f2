/** `config.ts`: what the application gives an agent, and the check that it gave everything. */
import type { AgentModel } from "../../design/index.ts";
import { type AgentUse, passthroughTools, usesOf } from "../layout/agent-uses.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block, type Doc } from "../text/doc.ts";
import { isIdentifierName, property, propertyKey, stringLiteral } from "../text/literal.ts";

const RUNTIME = "kigumi/codegen/runtime";

/** A member of the configuration: its type, and the parts of it that have to be there. */
interface ConfigPart {
  readonly name: string;
  readonly comment: string;
  readonly type: Doc;
  /** Keys below it, when it is a record. */
  readonly keys?: readonly string[];
}

export function addConfigFile(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  const { pascal } = layout.agentName(agent);
  files.module(
    `${layout.agentDir(agent)}/config.ts`,
    `What agent ${agent.id} is given by its application.`,
    (module) => {
      const parts = partsOf(agent, layout, module);
      module.import("agentId", "./agent.ts");
      module.import("requireConfig", RUNTIME);
      const members = parts.map(({ name, comment, type }) => documented(comment, [`readonly ${name}: `, type, ";"]));
      const checks = parts.flatMap(({ name, keys }) =>
        keys === undefined
          ? [[`${name}: config.${name},`]]
          : keys.map((key) => {
              const access = isIdentifierName(key) ? `.${key}` : `[${stringLiteral(key)}]`;
              return [property(`${name}${access}`, `config.${name}?.${access.replace(/^\./, "")}`), ","];
            }),
      );
      module.add(
        block(`export interface ${pascal}Config {`, members),
        documented(
          "Throws when something is missing, naming all of it.",
          block(`export function validate${pascal}Config(config: ${pascal}Config): void {`, [
            block("requireConfig(agentId, {", checks, "});"),
          ]),
        ),
      );
    },
  );
}

function partsOf(agent: AgentModel, layout: Layout, module: GeneratedModule): ConfigPart[] {
  const uses = usesOf(agent, layout);
  const { history } = agent.runPolicy;
  const parts: ConfigPart[] = [
    { name: "planner", comment: "Decides the next step.", type: module.importType("Planner", "kigumi") },
  ];
  if (history !== undefined && "compress" in history) {
    parts.push({
      name: "historyModel",
      comment: "The id of the registered model that summarizes long histories.",
      type: "string",
    });
  }
  parts.push(
    ...recordPart("mcpCallers", "Who calls the MCP servers, by toolset.", mcpCallers(uses), "McpCaller", module),
  );
  parts.push(
    ...recordPart(
      "registries",
      "The registries that toolsets come from.",
      registriesOf(uses),
      "RegistryClient",
      module,
    ),
  );
  const services = servicesOf(uses);
  if (services.length > 0) {
    const members = services.map((service) => {
      const file = module.specifier(`${layout.serviceDir(service)}/service.ts`);
      const names = layout.serviceName(service);
      return `readonly ${names.camel}: ${module.importType(names.interface, file)};`;
    });
    const comment = "The services that exports of other agents hand calls on to.";
    parts.push({
      name: "services",
      comment,
      type: block("{", members),
      keys: services.map((service) => layout.serviceName(service).camel),
    });
  }
  return parts;
}

function recordPart(
  name: string,
  comment: string,
  keys: readonly string[],
  type: string,
  module: GeneratedModule,
): ConfigPart[] {
  if (keys.length === 0) return [];
  module.importType(type, "kigumi");
  return [
    {
      name,
      comment,
      type: block(
        "{",
        keys.map((key) => `readonly ${propertyKey(key)}: ${type};`),
      ),
      keys,
    },
  ];
}

/** The toolsets of an agent that MCP servers answer. */
export function mcpCallers(uses: readonly AgentUse[]): string[] {
  return uses.filter(({ answeredBy }) => answeredBy === "mcp").map(({ toolset }) => toolset.name);
}

/** The registries that toolsets of an agent come from. */
export function registriesOf(uses: readonly AgentUse[]): string[] {
  const names = uses.flatMap(({ toolset: { provider } }) => (provider.type === "registry" ? [provider.registry] : []));
  return [...new Set(names)].toSorted();
}

/** The services that exports used by an agent hand calls on to. */
export function servicesOf(uses: readonly AgentUse[]): string[] {
  const names = uses.flatMap(passthroughTools).flatMap(({ passthrough }) => (passthrough ? [passthrough.service] : []));
  return [...new Set(names)].toSorted();
}
