/** A tool of the model from what its block said: its types, what it is bound to, and everything that is checked of it. */
import { withoutFields } from "../../tool/inject.ts";
import type { JsonSchema } from "../../tool/schema/json-schema.ts";
import { titleOf } from "../../tool/tool-title.ts";
import { checkConfirmation } from "../checks/check-confirmation.ts";
import { checkCursors } from "../checks/check-cursors.ts";
import { checkHints } from "../checks/check-hints.ts";
import { checkInject } from "../checks/check-inject.ts";
import { checkProviders } from "../checks/check-providers.ts";
import type { MethodExpression } from "../expressions/service-expression.ts";
import type { ToolExpression } from "../expressions/tool-expression.ts";
import type { MethodReference, ToolModel } from "../model/tool-model.ts";
import { typeNameOf } from "../names/type-name.ts";
import { boundedResult } from "./bounded-result.ts";
import type { BuildContext } from "./build-context.ts";
import { buildServerData } from "./build-server-data.ts";
import { metaOf } from "./meta-of.ts";
import { methodPayload, methodResult } from "./method-types.ts";
import type { ToolTypes } from "./tool-types.ts";

export function buildTool(tool: ToolExpression, context: BuildContext): ToolModel {
  const { directory, places } = context;
  const { name, toolset } = tool;
  const method = tool.binding && directory.method(tool.binding, toolset.service);
  const typeName = typeNameOf(name);

  const args = tool.args && places.placeOf(tool.args, `${typeName}Payload`, "input");
  const payload = places.payloadOf(args ?? (method && methodPayload(method, places)), `${typeName}Payload`);
  const declared = tool.result && places.placeOf(tool.result, `${typeName}Result`, "output");
  const result = boundedResult(tool, declared ?? (method && methodResult(method, places)), context);

  const inject = checkInject(tool, payload, context);
  const bounds = boundsOf(tool);
  const types: ToolTypes = { payload, visible: visibleArguments(places.whole(payload.schema), inject), result };
  if (tool.bounds !== undefined) checkCursors(tool.bounds, places.fieldsOf(types.visible), context);
  const hints = checkHints(tool, types, context);
  const confirmation = checkConfirmation(tool, types, context);
  const serverData = buildServerData(tool, method, context);
  const passthrough = passthroughOf(tool, context);
  const meta = metaOf(tool.meta);
  checkProviders(tool, types, context);
  return {
    id: `${toolset.name}.${name}`,
    name,
    title: tool.title?.value ?? titleOf(name),
    description: tool.description?.value ?? "",
    tags: [...new Set([...toolset.tags, ...tool.tags])],
    effect: tool.effect?.value ?? "once",
    ...(meta && { meta }),
    payload,
    ...(result && { result }),
    ...(serverData.length > 0 && { serverData }),
    ...(tool.serverDataDefault && { serverDataDefault: tool.serverDataDefault.value }),
    ...(bounds && { bounds }),
    ...(inject.length > 0 && { inject }),
    ...(hints && { hints }),
    ...(tool.resultReminder && { resultReminder: tool.resultReminder.value }),
    ...(confirmation && { confirmation }),
    ...(tool.terminal && { terminal: true }),
    ...(tool.bookkeeping && { bookkeeping: true }),
    ...(method && { binding: referenceTo(method) }),
    ...(passthrough && { passthrough }),
  };
}

function visibleArguments(whole: JsonSchema, inject: readonly string[]): JsonSchema {
  return inject.length === 0 ? whole : withoutFields(whole, inject);
}

function boundsOf({ bounds }: ToolExpression): ToolModel["bounds"] {
  if (bounds === undefined) return undefined;
  const { cursor, nextCursor } = bounds;
  return { ...(cursor && { cursor: cursor.value }), ...(nextCursor && { nextCursor: nextCursor.value }) };
}

function passthroughOf(tool: ToolExpression, { evaluation, directory }: BuildContext): MethodReference | undefined {
  if (tool.passthrough === undefined) return undefined;
  const { service, method } = tool.passthrough.value;
  const named = { ...tool.passthrough, value: { method, ...(service === undefined ? {} : { service }) } };
  const found = directory.method(named, tool.toolset.service);
  if (!tool.toolset.isExport || tool.toolset.agent === undefined) {
    evaluation.report(
      {
        code: "passthrough_not_exported",
        message: "Passthrough is for tools that an agent exports; this one has no planner to pass by",
        hint: "Use BindTo, or declare the tool in the agent's Export.",
      },
      tool.passthrough,
    );
  }
  return found && referenceTo(found);
}

function referenceTo({ service, name }: MethodExpression): MethodReference {
  return { service: service.name, method: name };
}
