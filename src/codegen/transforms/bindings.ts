/** The tools of a toolset that a service method stands behind, and how their types become each other. */
import type { MethodReference, ToolsetModel } from "../../design/index.ts";
import type { JsonSchemaNode } from "../../tool/schema/json-schema.ts";
import { isSchemaObject } from "../../tool/schema/json-schema.ts";
import type { Layout } from "../layout/layout.ts";
import type { MethodNames } from "../layout/service-names.ts";
import type { NamedTool } from "../layout/tool-names.ts";
import { schemaFits } from "./schema-fits.ts";

export interface Binding {
  readonly names: NamedTool;
  readonly reference: MethodReference;
  readonly method: MethodNames;
  /** How the tool's arguments become the method's, and the method's result the tool's. */
  readonly payload: Conversion;
  readonly result: Conversion;
}

export type Conversion =
  /** The method takes, or the tool returns, nothing. */
  | { readonly type: "none" }
  | { readonly type: "same" }
  /** The one value that travels as a field. */
  | { readonly type: "unwrapped" }
  | { readonly type: "picked"; readonly fields: readonly string[] }
  /** The shapes differ: a person says how. */
  | { readonly type: "mapped" };

export function bindingsOf(
  toolset: ToolsetModel,
  layout: Layout,
  behind: "binding" | "passthrough" = "binding",
): readonly Binding[] {
  return layout.tools(toolset).flatMap((names) => {
    const reference = names.tool[behind];
    const service = layout.model.services.find(({ name }) => name === reference?.service);
    const method = service && layout.methods(service).find((each) => each.method.name === reference?.method);
    if (reference === undefined || method === undefined) return [];
    const payload = payloadConversion(names, method, layout);
    const result =
      method.result === undefined || names.result === undefined
        ? { type: "none" as const }
        : conversion(method.result.schema, names.result.schema, layout);
    return [{ names, reference, method, payload, result }];
  });
}

function payloadConversion({ tool, payload }: Binding["names"], method: MethodNames, layout: Layout): Conversion {
  if (method.payload === undefined) return { type: "none" };
  const only = payload.schema.properties?.value;
  if (tool.payload.isWrapped && only !== undefined && schemaFits(only, method.payload.schema, layout.catalog.reader)) {
    return { type: "unwrapped" };
  }
  return conversion(payload.schema, method.payload.schema, layout);
}

function conversion(source: JsonSchemaNode, target: JsonSchemaNode, layout: Layout): Conversion {
  const { reader } = layout.catalog;
  if (schemaFits(source, target, reader)) return { type: "same" };
  const [from, to] = [reader.resolve(source), reader.resolve(target)];
  const areObjects = isSchemaObject(from) && isSchemaObject(to) && from.type === "object" && to.type === "object";
  if (!areObjects || !schemaFits(source, target, reader, { isWhole: false })) return { type: "mapped" };
  const fields = Object.keys(to.properties ?? {}).filter((name) => Object.hasOwn(from.properties ?? {}, name));
  return { type: "picked", fields };
}
