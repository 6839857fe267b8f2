/** The names that the two files of a bound toolset share. */

import type { GeneratedModule } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { camelCase } from "../names/words.ts";
import type { Binding } from "../transforms/bindings.ts";

export const payloadTransform = ({ names }: Binding): string => `to${names.pascal}MethodPayload`;
export const resultTransform = ({ names }: Binding): string => `to${names.pascal}Result`;
export const serverDataTransform = ({ names }: Binding): string => `to${names.pascal}ServerData`;

/** A type of the method's service, as this module names it. */
export function methodType(name: string, { reference }: Binding, layout: Layout, module: GeneratedModule): string {
  const file = module.specifier(`${layout.serviceDir(reference.service)}/types.ts`);
  return `${module.importAllTypes(`${camelCase(reference.service)}Types`, file)}.${name}`;
}

/** A codec of the method's service, as this module names it. */
export function methodCodec(name: string, { reference }: Binding, layout: Layout, module: GeneratedModule): string {
  const file = module.specifier(`${layout.serviceDir(reference.service)}/codecs.ts`);
  return `${module.importAll(`${camelCase(reference.service)}Codecs`, file)}.${name}`;
}

/** The server data that a tool takes from fields of the method's result. */
export function dataFromResult({ names }: Binding): readonly { kind: string; field: string }[] {
  return (names.tool.serverData ?? []).flatMap(({ kind, fromMethodResultField: field }) =>
    field === undefined ? [] : [{ kind, field }],
  );
}
