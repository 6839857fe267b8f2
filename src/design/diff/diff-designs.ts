/**
 * Names what is different between two designs, and which of it may break those who rely on the first: models and
 * planners that call its tools, programs that read their results, policies that name them, servers that serve them.
 */
import type { CompletionModel, DesignModel, ToolsetModel } from "../model.ts";
import { Changes, type DesignChange } from "./design-change.ts";
import { diffAgents } from "./diff-agents.ts";
import { diffNamed } from "./diff-named.ts";
import { diffPlaces } from "./diff-places.ts";
import { diffServices } from "./diff-services.ts";
import { diffTools } from "./diff-tools.ts";
import type { Versions } from "./versions.ts";

/** Breaking changes first, each group in the order of the design. */
export function diffDesigns(before: DesignModel, after: DesignModel): readonly DesignChange[] {
  const versions: Versions = { before, after };
  const changes = new Changes();
  diffNamed(before.toolsets, after.toolsets, { kind: "toolset", nameOf: nameOf, changes }, (was, is, below) =>
    diffToolsets(was, is, versions, below),
  );
  diffNamed(before.agents, after.agents, { kind: "agent", nameOf: idOf, changes }, (was, is, below) =>
    diffAgents(was, is, versions, below),
  );
  diffNamed(before.services, after.services, { kind: "service", nameOf: nameOf, changes }, (was, is, below) =>
    diffServices(was, is, versions, below),
  );
  diffNamed(before.completions, after.completions, { kind: "completion", nameOf: idOf, changes }, (was, is, below) =>
    diffCompletions(was, is, versions, below),
  );
  diffNamed(before.registries, after.registries, { kind: "registry", nameOf: nameOf, changes });
  return changes.all.toSorted((left, right) => Number(right.isBreaking) - Number(left.isBreaking));
}

function diffToolsets(before: ToolsetModel, after: ToolsetModel, versions: Versions, changes: Changes): void {
  const [was, is] = [describeProvider(before), describeProvider(after)];
  if (was !== is) changes.breaking("provider_changed", `its tools were executed by ${was}, now by ${is}`);
  diffNamed(before.tools, after.tools, { kind: "tool", nameOf: nameOf, changes }, (tool, later, below) =>
    diffTools(tool, later, versions, below),
  );
}

function diffCompletions(before: CompletionModel, after: CompletionModel, versions: Versions, changes: Changes): void {
  diffPlaces(before.result, after.result, { side: "received", versions, changes: changes.at("result") });
}

function describeProvider({ provider }: ToolsetModel): string {
  switch (provider.type) {
    case "local":
      return "the application";
    case "agent":
      return `the agent "${provider.agent}"`;
    case "mcp":
      return `"${provider.toolset}" of the MCP server of "${provider.service}"`;
    case "registry":
      return `"${provider.toolset}" ${provider.version ?? "in any version"} of the registry "${provider.registry}"`;
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
