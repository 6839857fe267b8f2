/** Finds the place in the workspace that a tool's argument names; every toolbox tool reaches the disk through here. */
import { lstat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { KigumiError } from "../errors/kigumi-error.ts";
import type { ToolContext } from "../tool/context.ts";
import type { Workspace } from "../tool/workspace.ts";
import { isInside } from "./workspace.ts";

export interface Location {
  /** The real path: the only one to open. */
  readonly absolute: string;
  /** The path as results show it: relative to the workspace, with forward slashes; absolute when outside of it. */
  readonly shown: string;
  /** The name itself is a symbolic link, wherever it leads. */
  readonly isLink: boolean;
}

/** The workspace of this call, provided that it may be used in this way. */
export function workspaceOf(ctx: ToolContext, access: "read" | "write"): Workspace {
  const { workspace } = ctx;
  if (workspace === undefined) {
    throw new KigumiError({
      code: "workspace_missing",
      message:
        "this tool works in a workspace: give the context one, createToolContext({ workspace: createWorkspace({ root }) })",
    });
  }
  if (access === "write" && workspace.writeScope === "read-only") {
    throw new KigumiError({ code: "sandbox_violation", message: "the workspace is read-only; this tool writes" });
  }
  return workspace;
}

export async function locate(ctx: ToolContext, path: string, access: "read" | "write"): Promise<Location> {
  const workspace = workspaceOf(ctx, access);
  const absolute = await workspace.resolve(path);
  const shown = shownPath(workspace.root, absolute);
  if (access === "write" && workspace.writeScope !== "unrestricted") refuseRepositoryInternals(shown);
  const named = await lstat(resolve(workspace.root, path)).catch(() => undefined);
  return { absolute, shown, isLink: named?.isSymbolicLink() ?? false };
}

function shownPath(root: string, absolute: string): string {
  if (!isInside(root, absolute)) return absolute;
  return relative(root, absolute).replaceAll(sep, "/") || ".";
}

/** A hook or a filter written into `.git` runs at the next git command: writing there would be a way to execute. */
function refuseRepositoryInternals(shown: string): void {
  if (!shown.split("/").some((segment) => segment.toLowerCase() === ".git")) return;
  throw new KigumiError({
    code: "sandbox_violation",
    message: `"${shown}" belongs to git itself and is not written by tools; use git commands instead`,
    data: { path: shown },
  });
}
