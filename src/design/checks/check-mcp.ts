/** What a service offers over MCP has to be offered by a server, once under each name, and in a form clients can use. */
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { McpOffer, MethodExpression, ServiceExpression } from "../expressions/service-expression.ts";
import type { Place } from "../problem.ts";
import { checkUniqueNames, type Named } from "./unique-names.ts";

type Resource = Extract<McpOffer, { type: "resource" }>;

export function checkMcpOffers(service: ServiceExpression, evaluation: Evaluation): void {
  const { methods, prompts, mcp, name } = service;
  const offers = methods.flatMap((method) => method.offers);
  const [first] = mcp === undefined ? [...offers, ...prompts] : [];
  if (first !== undefined) {
    const message = `the service "${name}" offers something over MCP and has no MCP server`;
    evaluation.report({ code: "mcp_not_enabled", message, hint: 'Add MCPServer("name", "1.0.0") to it.' }, first);
  }
  const where = `the MCP server of "${name}"`;
  for (const [type, what] of [
    ["tool", "tool"],
    ["resource", "resource"],
    ["notification", "notification"],
    ["monitor", "monitor"],
  ] as const) {
    checkUniqueNames(
      offers.filter((offer): offer is Extract<McpOffer, Named> => offer.type === type),
      what,
      where,
      evaluation,
    );
  }
  const dynamic = offers.filter((offer): offer is Extract<McpOffer, Named> => offer.type === "prompt");
  checkUniqueNames([...prompts, ...dynamic], "prompt", where, evaluation);
  checkSubscriptions(offers, evaluation);
  for (const method of methods) checkMethod(method, evaluation);
}

function checkSubscriptions(offers: readonly McpOffer[], evaluation: Evaluation): void {
  const resources = offers.filter((offer): offer is Resource => offer.type === "resource");
  const handled = new Set<string>();
  for (const offer of offers) {
    if (offer.type !== "subscription" || offer.resource === "") continue;
    const resource = resources.find(({ name }) => name === offer.resource);
    const refuse = (
      code: "unknown_resource" | "resource_not_watchable" | "duplicate_name",
      message: string,
      hint: string,
    ) => evaluation.report({ code, message, hint }, offer);
    if (resource === undefined) {
      const watchable = resources.filter(({ isWatchable }) => isWatchable).map(({ name }) => name);
      const hint = watchable.length === 0 ? "Declare it with WatchableResource." : `There is: ${watchable.join(", ")}.`;
      refuse("unknown_resource", `the service has no resource "${offer.resource}" to subscribe to`, hint);
    } else if (!resource.isWatchable) {
      const message = `the resource "${offer.resource}" cannot be watched`;
      refuse("resource_not_watchable", message, "Declare it with WatchableResource.");
    }
    if (handled.has(offer.resource)) {
      refuse("duplicate_name", `subscriptions to "${offer.resource}" are handled twice`, "Keep one of the two.");
    }
    handled.add(offer.resource);
  }
}

function checkMethod({ offers, result, streamingResult, name }: MethodExpression, evaluation: Evaluation): void {
  for (const offer of offers) {
    if (offer.type === "notification" && (result ?? streamingResult) !== undefined) {
      const message = `the method "${name}" is a notification, so nobody receives its result`;
      evaluation.report({ code: "notification_with_result", message, hint: "Remove the result." }, offer);
    }
    if (offer.type === "monitor" && streamingResult === undefined) {
      const message = `the method "${name}" is a monitor, so it has to stream what changes`;
      evaluation.report({ code: "monitor_without_stream", message, hint: "Add StreamingResult(…)." }, offer);
    }
  }
}

const uriWithScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;
const mediaType = /^[a-z]+\/[A-Za-z0-9!#$&^_.+-]+(?:\s*;\s*[A-Za-z0-9-]+=\S+)*$/;

export function checkResource({ uri, mimeType, ...place }: Resource & Place, evaluation: Evaluation): void {
  if (!uriWithScheme.test(uri)) {
    const message = `${JSON.stringify(uri)} is not a URI`;
    evaluation.report(
      { code: "invalid_uri", message, hint: 'Write it with its scheme, as in "file:///docs/README.md".' },
      place,
    );
  }
  if (!mediaType.test(mimeType)) {
    const message = `${JSON.stringify(mimeType)} is not a media type`;
    evaluation.report({ code: "invalid_mime_type", message, hint: 'Write it as in "text/markdown".' }, place);
  }
}
