/** `service.ts`: the methods of a service as an interface, which the application implements. */
import type { ServiceModel } from "../../design/index.ts";
import type { GeneratedFiles, GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import type { MethodNames } from "../layout/service-names.ts";
import { documented } from "../text/comment.ts";
import { block, type Doc, list } from "../text/doc.ts";
import { addTypeFiles } from "./type-files.ts";

export function addServiceFiles(files: GeneratedFiles, layout: Layout, service: ServiceModel): void {
  const methods = layout.methods(service);
  if (methods.length === 0) return;
  const dir = layout.serviceDir(service.name);
  const types = methods.flatMap(({ payload, result, streamed }) => [payload, result, streamed]);
  addTypeFiles(files, layout, {
    dir,
    of: `the methods of service ${service.name}`,
    types: types.filter((type) => type !== undefined),
  });
  files.module(`${dir}/service.ts`, `What service ${service.name} does.`, (module) => {
    module.importType("ToolContext", "kigumi");
    const members = methods.map((names) => documented(names.method.description, signature(names, layout, module)));
    module.add(
      documented(
        service.description,
        block(`export interface ${layout.serviceName(service.name).interface} {`, members),
      ),
    );
  });
}

function signature({ camel, payload, result, streamed }: MethodNames, layout: Layout, module: GeneratedModule): Doc {
  const typeOf = (name: string) => module.importType(name, "./types.ts");
  const parameters = [`payload: ${payload === undefined ? "undefined" : typeOf(payload.name)}`, "ctx: ToolContext"];
  const returned = () => {
    if (streamed !== undefined) return `AsyncIterable<${typeOf(layout.catalog.namesOf(streamed).input)}>`;
    if (result === undefined) return "void | Promise<void>";
    const name = typeOf(layout.catalog.namesOf(result).input);
    return `${name} | Promise<${name}>`;
  };
  return [camel, list("(", parameters, ")"), `: ${returned()};`];
}
