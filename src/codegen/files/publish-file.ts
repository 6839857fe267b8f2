/** `publish.ts`: puts an exported toolset into the registries that the design names for it. */
import type { ToolsetExport, ToolsetModel } from "../../design/index.ts";
import type { GeneratedFiles } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block, braces, list } from "../text/doc.ts";
import { literal, memberAccess, propertyKey, stringLiteral } from "../text/literal.ts";

const RUNTIME = "kigumi/codegen/runtime";

export interface PublishedExport {
  /** Where the file goes. */
  readonly folder: string;
  /** Who exports it, as a comment says it. */
  readonly by: string;
  readonly toolset: ToolsetModel;
  readonly exported: ToolsetExport;
}

export function addPublishFile(
  files: GeneratedFiles,
  layout: Layout,
  { folder, by, toolset, exported }: PublishedExport,
): void {
  const { publishTo } = exported;
  const dir = layout.toolsetDir(toolset);
  if (publishTo.length === 0 || dir === undefined) return;
  files.module(`${folder}/publish.ts`, `Publishes toolset ${toolset.name} of ${by}.`, (module) => {
    const specs = module.importAll("specs", module.specifier(`${dir}/specs.ts`));
    const publisher = module.importType("RegistryPublisher", RUNTIME);
    const published = module.importType("PublishedToolset", RUNTIME);
    const chosen = layout
      .tools(toolset)
      .filter(({ tool }) => exported.tools === undefined || exported.tools.includes(tool.id));
    const members = [
      ["name: ", stringLiteral(toolset.name)],
      ...(toolset.description === undefined ? [] : [["description: ", stringLiteral(toolset.description)]]),
      ["tags: ", literal([...new Set([...toolset.tags, ...exported.tags])])],
      [
        "tools: ",
        list(
          "[",
          chosen.map(({ declaration }) => `${specs}.${declaration}.spec`),
          "]",
        ),
      ],
    ];
    module.add(
      documented(
        "The registries it goes to.",
        block(
          "export interface Registries {",
          publishTo.map((name) => `readonly ${propertyKey(name)}: ${publisher};`),
        ),
      ),
      block(`export function publishedToolset(): ${published} {`, [["return ", braces(members), ";"]]),
      block("export async function publish(registries: Registries): Promise<void> {", [
        "const toolset = publishedToolset();",
        [
          "await Promise.all(",
          list(
            "[",
            publishTo.map((name) => `registries${memberAccess(name)}.publishToolset(toolset)`),
            "]",
          ),
          ");",
        ],
      ]),
    );
  });
}
