/** `specs/tool_schemas.json`: the tools of an agent for programs in any language, sorted by id. */
import { type AgentModel, selfContainedSchema, type TypePlace } from "../../design/model.ts";
import { withoutFields } from "../../tool/inject.ts";
import type { GeneratedFiles } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { jsonText } from "../text/json-text.ts";
import { type CatalogTool, catalogOf } from "./agent-specs-file.ts";

export function addToolSchemasFile(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  const tools = catalogOf(agent, layout).map((entry) => describe(entry, agent, layout));
  files.add(`${layout.agentDir(agent)}/specs/tool_schemas.json`, jsonText({ tools }));
}

function describe({ tool, toolset }: CatalogTool, agent: AgentModel, { model }: Layout): Record<string, unknown> {
  const { title, description, tags, meta, confirmation, payload, result, serverData = [], inject } = tool;
  const typeOf = ({ name, schema }: TypePlace) => ({ name, schema: selfContainedSchema(schema, model.types) });
  const allTags = [...new Set([...toolset.tags, ...tags])];
  const shown = typeOf(payload);
  return {
    id: tool.id,
    service: toolset.owner?.service ?? agent.service,
    toolset: toolset.routingId,
    title,
    description,
    ...(allTags.length === 0 ? {} : { tags: allTags }),
    meta,
    ...(confirmation === undefined
      ? {}
      : {
          confirmation: {
            title: confirmation.title,
            prompt_template: confirmation.promptTemplate,
            denied_result_template: confirmation.deniedResultTemplate,
          },
        }),
    // Fields that the system fills in are nobody's to send.
    payload: inject === undefined ? shown : { ...shown, schema: withoutFields(shown.schema, inject) },
    ...(result === undefined ? {} : { result: typeOf(result) }),
    ...(serverData.length === 0
      ? {}
      : {
          server_data: serverData.map(({ kind, audience, description: about, ...place }) => ({
            kind,
            audience,
            description: about,
            type: typeOf(place),
          })),
        }),
  };
}
