/** A service of the model: its methods with their types, and what they are over MCP. */
import { checkUniqueNames } from "../checks/unique-names.ts";
import type { MethodExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { MethodModel, ServiceModel } from "../model/service-model.ts";
import { buildExports, type ToolsetsByExpression } from "./build-agent.ts";
import type { BuildContext } from "./build-context.ts";
import { buildMcpServer } from "./build-mcp-server.ts";
import { metaOf } from "./meta-of.ts";
import { methodPayload, methodResult, methodStream } from "./method-types.ts";
import type { ResolvedExport } from "./toolset-uses.ts";

export function buildService(
  service: ServiceExpression,
  exports: readonly ResolvedExport[],
  toolsets: ToolsetsByExpression,
  context: BuildContext,
): ServiceModel {
  const { name, description, methods, agents, completions, security } = service;
  const where = `the service "${name}"`;
  checkUniqueNames(methods, "method", where, context.evaluation);
  checkUniqueNames(agents, "agent", where, context.evaluation);
  checkUniqueNames(completions, "completion", where, context.evaluation);
  const meta = metaOf(service.meta);
  const mcp = buildMcpServer(service, context);
  return {
    name,
    ...(description && { description: description.value }),
    ...(meta && { meta }),
    methods: methods.map((method) => buildMethod(method, context)),
    exports: buildExports(exports, toolsets, context),
    ...(mcp && { mcp }),
    security: [...new Set(security.map(({ value }) => value.name))],
  };
}

function buildMethod(method: MethodExpression, { places }: BuildContext): MethodModel {
  const meta = metaOf(method.meta);
  const payload = methodPayload(method, places);
  const result = methodResult(method, places);
  const streamingResult = methodStream(method, places);
  return {
    name: method.name,
    ...(method.description && { description: method.description.value }),
    ...(meta && { meta }),
    ...(payload && { payload }),
    ...(result && { result }),
    ...(streamingResult && { streamingResult }),
  };
}
