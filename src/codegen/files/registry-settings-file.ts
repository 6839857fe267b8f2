/** `registry/<name>/registry.ts`: what the design says of a registry, once, beside the first service that needs it. */
import type { DesignModel, RegistryModel } from "../../design/index.ts";
import type { GeneratedFiles } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { literal } from "../text/literal.ts";

export function addRegistrySettingsFiles(files: GeneratedFiles, layout: Layout): void {
  const { model } = layout;
  for (const registry of model.registries) {
    const [service] = servicesNeeding(registry.name, model);
    if (service === undefined) continue;
    const path = `${layout.registryDir(service, registry.name)}/registry.ts`;
    files.module(path, `Registry ${registry.name}.`, (module) => {
      const type = module.importType("RegistrySettings", "kigumi/codegen/runtime");
      const settings = [`export const settings: ${type} = `, literal(settingsOf(registry, model)), ";"];
      module.add(documented(registry.description, settings));
    });
  }
}

function settingsOf(registry: RegistryModel, { securitySchemes }: DesignModel): object {
  const security = registry.security.flatMap((name) =>
    securitySchemes.filter((scheme) => scheme.name === name).map(({ type }) => ({ name, type })),
  );
  return { ...registry, security };
}

/** Services whose agents take toolsets from the registry or publish to it, by name. */
function servicesNeeding(registry: string, { agents, services, toolsets }: DesignModel): string[] {
  const from = new Set(
    toolsets.filter(({ provider: p }) => p.type === "registry" && p.registry === registry).map(({ name }) => name),
  );
  const publishing = (exports: readonly { publishTo: readonly string[] }[]) =>
    exports.some(({ publishTo }) => publishTo.includes(registry));
  const ofAgents = agents
    .filter(({ uses, exports }) => uses.some(({ toolset }) => from.has(toolset)) || publishing(exports))
    .map(({ service }) => service);
  const ofServices = services.filter(({ exports }) => publishing(exports)).map(({ name }) => name);
  return [...ofAgents, ...ofServices].toSorted();
}
