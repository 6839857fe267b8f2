/** Puts the model together from everything an evaluation reached, telling what is wrong with it on the way. */
import { checkCycles } from "../checks/check-cycles.ts";
import { checkNames } from "../checks/check-names.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { ApiExpression } from "../expressions/service-expression.ts";
import type { ApiModel, DesignModel } from "../model.ts";
import type { Located } from "../problem.ts";
import { endlessTypes } from "../types/endless-types.ts";
import { SchemaBuilder } from "../types/schema-builder.ts";
import { buildAgent, buildCompletion } from "./build-agent.ts";
import type { BuildContext } from "./build-context.ts";
import { buildRegistry, buildSecurityScheme } from "./build-registry.ts";
import { buildService } from "./build-service.ts";
import { buildToolset } from "./build-toolset.ts";
import { Directory } from "./directory.ts";
import { metaOf } from "./meta-of.ts";
import { Ownership } from "./ownership.ts";
import { resolveExports, resolveUses } from "./toolset-uses.ts";
import { TypePlaces } from "./type-places.ts";

export function buildModel(evaluation: Evaluation): Omit<DesignModel, "warnings"> {
  const { apis, services, toolsets, registries, securities } = evaluation.reached;
  const schemas = new SchemaBuilder(evaluation);
  const context: BuildContext = { evaluation, directory: new Directory(evaluation), places: new TypePlaces(schemas) };

  const agents = services.flatMap((service) => service.agents);
  const uses = new Map(agents.map((agent) => [agent, resolveUses(agent, context)]));
  const exports = new Map([...agents, ...services].map((owner) => [owner, resolveExports(owner, context)] as const));
  const ownership = new Ownership(evaluation);
  for (const agent of agents) ownership.addAgent(agent, uses.get(agent) ?? [], exports.get(agent) ?? []);
  for (const service of services) ownership.addService(service, exports.get(service) ?? []);

  checkNames(evaluation, ownership, exports);
  checkCycles(uses, evaluation);
  const built = new Map(toolsets.map((toolset) => [toolset, buildToolset(toolset, ownership, context)]));
  const model: Omit<DesignModel, "warnings"> = {
    version: 1,
    ...apiOf(apis, evaluation),
    types: schemas.types,
    services: services.map((service) => buildService(service, exports.get(service) ?? [], built, context)),
    toolsets: [...built.values()],
    agents: agents.map((agent) => {
      const resolved = { uses: uses.get(agent) ?? [], exports: exports.get(agent) ?? [] };
      return buildAgent(agent, resolved, built, context);
    }),
    completions: services.flatMap((service) =>
      service.completions.flatMap((completion) => buildCompletion(completion, service, context)),
    ),
    registries: registries.map((registry) => buildRegistry(registry, evaluation)),
    securitySchemes: securities.map(buildSecurityScheme),
  };
  schemas.checkValues();
  reportEndlessTypes(schemas, evaluation);
  return model;
}

function apiOf([api, another]: readonly ApiExpression[], evaluation: Evaluation): { api?: ApiModel } {
  if (another !== undefined) {
    const message = `the design has a second API, "${another.name}"`;
    evaluation.report({ code: "declared_twice", message, hint: "Keep one of the two." }, another);
  }
  if (api === undefined) return {};
  const { name, title, description, version, agentDocs } = api;
  const meta = metaOf(api.meta);
  const said = (key: string, value: Located<string> | undefined) => value && { [key]: value.value };
  const texts = { ...said("title", title), ...said("description", description), ...said("version", version) };
  return { api: { name, ...texts, ...(meta && { meta }), agentDocs } };
}

function reportEndlessTypes({ types }: SchemaBuilder, evaluation: Evaluation): void {
  const endless = new Set(endlessTypes(types));
  for (const [{ name }, type] of evaluation.reached.types) {
    if (!endless.has(name)) continue;
    const message = `"${name}" requires itself, so that no value of it can ever be complete`;
    const hint = "Make a field on the way back to it optional, or a list.";
    evaluation.report({ code: "endless_type", message, hint }, type);
  }
}
