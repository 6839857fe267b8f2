/** Two versions of a service: its methods, what it offers over MCP, and what it exports. */
import type { McpResourceModel, McpServerModel, MethodModel, ServiceModel } from "../model.ts";
import type { Changes } from "./design-change.ts";
import { diffExports } from "./diff-exports.ts";
import { diffNamed } from "./diff-named.ts";
import { diffPlaces } from "./diff-places.ts";
import type { Versions } from "./versions.ts";

export function diffServices(before: ServiceModel, after: ServiceModel, versions: Versions, changes: Changes): void {
  diffNamed(before.methods, after.methods, named("method", changes), (was, is, below) =>
    diffMethods(was, is, versions, below),
  );
  diffExports(before.exports, after.exports, versions, changes);
  if (before.mcp === undefined && after.mcp !== undefined) changes.compatible("added", "it is offered over MCP now");
  if (before.mcp === undefined) return;
  if (after.mcp === undefined) changes.breaking("removed", "it is no longer offered over MCP");
  else diffServers(before.mcp, after.mcp, changes.at("mcp"));
}

/** Whoever calls the method sends its payload and receives its results. */
function diffMethods(before: MethodModel, after: MethodModel, versions: Versions, changes: Changes): void {
  const parts = { payload: "sent", result: "received", streamingResult: "received" } as const;
  for (const part of ["payload", "result", "streamingResult"] as const) {
    diffPlaces(before[part], after[part], { side: parts[part], versions, changes: changes.at(part) });
  }
}

function diffServers(before: McpServerModel, after: McpServerModel, changes: Changes): void {
  diffNamed(before.tools, after.tools, named("MCP tool", changes));
  diffNamed(before.prompts, after.prompts, named("prompt", changes));
  diffNamed(before.notifications, after.notifications, named("notification", changes));
  diffNamed(before.monitors, after.monitors, named("monitor", changes));
  diffNamed(before.resources, after.resources, named("resource", changes), diffResources);
}

function diffResources(before: McpResourceModel, after: McpResourceModel, changes: Changes): void {
  for (const part of ["uri", "mimeType"] as const) {
    if (before[part] === after[part]) continue;
    changes.breaking("type_changed", `the ${part} was "${before[part]}", is "${after[part]}"`);
  }
  if (before.isWatchable && !after.isWatchable) changes.breaking("removed", "it can no longer be watched");
}

function named(kind: string, changes: Changes) {
  return { kind, nameOf: ({ name }: { readonly name: string }) => name, changes };
}
