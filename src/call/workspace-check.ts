/** The workspace checks of a call, made before the tool's own code sees it. */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { JsonObject } from "../json/json.ts";
import type { ToolSpec } from "../tool/spec.ts";
import type { Workspace } from "../tool/workspace.ts";

export function checkWriteScope(tool: ToolSpec, workspace: Workspace | undefined): void {
  if (tool.workspace?.access !== "write" || workspace?.writeScope !== "read-only") return;
  throw new KigumiError({
    code: "sandbox_violation",
    message: `${tool.id} writes, and this workspace is read-only`,
    data: { tool: tool.id, writeScope: workspace.writeScope },
  });
}

/** Every argument the tool declares as a path has to stay inside the workspace. */
export async function checkPaths(tool: ToolSpec, args: JsonObject, workspace: Workspace | undefined): Promise<void> {
  if (workspace === undefined) return;
  for (const field of tool.workspace?.paths ?? []) {
    const path = Object.hasOwn(args, field) ? args[field] : undefined;
    if (typeof path === "string") await workspace.resolve(path);
  }
}
