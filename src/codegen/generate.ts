/**
 * From the model of a design to files. Pure and deterministic: the same model gives the same paths and the same bytes,
 * in the order of their paths, and no path leads out of the folder they are written to.
 */
import type { AgentModel, DesignModel, ServiceModel } from "../design/index.ts";
import { addAgentFile } from "./files/agent-file.ts";
import { addAgentSpecsFile } from "./files/agent-specs-file.ts";
import { addAgentToolsFile } from "./files/agent-tools-file.ts";
import { addCompletionFiles } from "./files/completions-files.ts";
import { addConfigFile } from "./files/config-file.ts";
import { addMcpServerFile } from "./files/mcp-server-file.ts";
import { addProviderFiles } from "./files/provider-file.ts";
import { addPublishFile, type PublishedExport } from "./files/publish-file.ts";
import { QUICKSTART_FILE, quickstart } from "./files/quickstart.ts";
import { addRegistryFile } from "./files/registry-file.ts";
import { addRegistrySettingsFiles } from "./files/registry-settings-file.ts";
import { addServiceFiles } from "./files/service-file.ts";
import { addToolSchemasFile } from "./files/tool-schemas-file.ts";
import { addToolsetSpecsFile } from "./files/toolset-specs-file.ts";
import { addTypeFiles, addUserTypeFiles } from "./files/type-files.ts";
import { GeneratedFiles } from "./layout/generated-files.ts";
import { Layout } from "./layout/layout.ts";
import { typesOfTools } from "./layout/tool-names.ts";

export interface GenerateOptions {
  /** The name of the output folder, as the quickstart speaks of it. Default `gen`. */
  readonly out?: string;
}

/** The text of every file, by its path; `AGENTS_QUICKSTART.md` is the one that belongs beside the output folder. */
export function generate(model: DesignModel, { out = "gen" }: GenerateOptions = {}): Map<string, string> {
  const layout = new Layout(model);
  const files = new GeneratedFiles();
  addUserTypeFiles(files, layout);
  for (const service of model.services) {
    addServiceFiles(files, layout, service);
    addMcpServerFile(files, layout, service);
    for (const each of exportsOf(service, layout)) {
      const folder = layout.serviceExportDir(service.name, each.toolset);
      addPublishFile(files, layout, { folder, by: `service ${service.name}`, ...each });
    }
  }
  for (const toolset of model.toolsets) {
    const dir = layout.toolsetDir(toolset);
    if (dir === undefined) continue;
    addTypeFiles(files, layout, { dir, of: `toolset ${toolset.name}`, types: typesOfTools(layout.tools(toolset)) });
    addToolsetSpecsFile(files, layout, toolset, dir);
    addProviderFiles(files, layout, toolset, dir);
  }
  for (const agent of model.agents) addAgent(files, layout, agent);
  addRegistrySettingsFiles(files, layout);
  addCompletionFiles(files, layout);
  if (model.api?.agentDocs !== false && model.agents.length > 0) files.add(QUICKSTART_FILE, quickstart(layout, out));
  return files.toMap();
}

function addAgent(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  addAgentFile(files, layout, agent);
  addConfigFile(files, layout, agent);
  addRegistryFile(files, layout, agent);
  addAgentSpecsFile(files, layout, agent);
  addToolSchemasFile(files, layout, agent);
  for (const { toolset, exported } of exportsOf(agent, layout)) {
    addAgentToolsFile(files, layout, { agent, toolset, exported });
    const folder = layout.agentToolsDir(agent, toolset);
    addPublishFile(files, layout, { folder, by: `agent ${agent.id}`, toolset, exported });
  }
}

function exportsOf({ exports }: AgentModel | ServiceModel, { model }: Layout): PublishableExport[] {
  return exports.flatMap((exported) => {
    const toolset = model.toolsets.find(({ name }) => name === exported.toolset);
    return toolset === undefined ? [] : [{ toolset, exported }];
  });
}

type PublishableExport = Pick<PublishedExport, "toolset" | "exported">;
