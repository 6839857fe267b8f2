/** The server data of a tool: where it comes from, who it is for, and whether it is optional. */
import { checkUniqueNames } from "../checks/unique-names.ts";
import type { MethodExpression } from "../expressions/service-expression.ts";
import type { ServerDataExpression, ToolExpression } from "../expressions/tool-expression.ts";
import type { ServerDataModel } from "../model/tool-model.ts";
import { suggestName } from "../names/suggest-name.ts";
import { typeNameOf } from "../names/type-name.ts";
import { isEmpty } from "../types/schema-builder.ts";
import type { BuildContext } from "./build-context.ts";
import { methodResult } from "./method-types.ts";

export function buildServerData(
  tool: ToolExpression,
  method: MethodExpression | undefined,
  context: BuildContext,
): ServerDataModel[] {
  const { evaluation } = context;
  const kinds = tool.serverData.map(({ kind, site, path }) => ({ name: kind, site, path }));
  checkUniqueNames(kinds, "server data kind", `the tool "${tool.name}"`, evaluation);
  if (tool.serverDataDefault !== undefined && !tool.serverData.some(({ mode }) => mode === undefined)) {
    const message = "ServerDataDefault is for optional server data, of which the tool has none";
    const hint = "Declare some with ServerData(…), without ModeAlways, or remove the default.";
    evaluation.report({ code: "server_data_default_unused", message, hint }, tool.serverDataDefault);
  }
  return tool.serverData.map((entry) => buildEntry(entry, tool, method, context));
}

function buildEntry(
  entry: ServerDataExpression,
  tool: ToolExpression,
  method: MethodExpression | undefined,
  context: BuildContext,
): ServerDataModel {
  const { kind, schema, description, audience, mode, field } = entry;
  if (isEmpty(schema)) {
    const message = `the server data "${kind}" has no fields, so there is nothing it could hold`;
    context.evaluation.report({ code: "invalid_type", message, hint: "Declare some, or give it a type." }, entry);
  }
  checkField(entry, tool, method, context);
  const place = context.places.placeOf(schema, `${typeNameOf(tool.name)}${typeNameOf(kind)}ServerData`, "output");
  return {
    kind,
    audience: audience?.value ?? "timeline",
    mode: mode?.value ?? "auto",
    ...(description && { description: description.value }),
    ...place,
    ...(field && { fromMethodResultField: field.value }),
  };
}

function checkField(
  { field }: ServerDataExpression,
  { binding }: ToolExpression,
  method: MethodExpression | undefined,
  { evaluation, places }: BuildContext,
): void {
  if (field === undefined || field.value === "") return;
  if (binding === undefined) {
    const message = `FromMethodResultField("${field.value}") needs a method, but the tool is bound to none`;
    evaluation.report({ code: "server_data_needs_binding", message, hint: "Add BindTo(…) to the tool." }, field);
  }
  if (method === undefined) return;
  const result = methodResult(method, places);
  const fields = (result && places.fieldsOf(result.schema)) ?? { properties: {}, required: [] };
  if (Object.hasOwn(fields.properties, field.value)) return;
  const message = `the result of the method "${method.name}" has no field "${field.value}"`;
  evaluation.report(
    { code: "unknown_field", message, hint: suggestName(field.value, Object.keys(fields.properties)) },
    field,
  );
}
