/**
 * Server data from fields of what a method returned: absent and null say nothing, and of the rest goes along what the
 * tool declares of it, as in a runtime that is wired from the model.
 */
import { reshape } from "../../runtime/design/reshape.ts";
import type { ServerData } from "../../tool/result.ts";
import type { ToolSpec } from "../../tool/spec.ts";

export function declaredServerData({ serverData = [] }: ToolSpec, entries: readonly ServerData[]): ServerData[] {
  return entries.flatMap(({ kind, data }) => {
    if (data === undefined || data === null) return [];
    const schema = serverData.find((each) => each.kind === kind)?.schema;
    return [{ kind, data: schema === undefined ? data : reshape(data, schema) }];
  });
}
