/**
 * The part of the file system that tools may touch. A path is judged by where it really leads: symbolic links are
 * followed (also dangling ones, and those in the middle of a path that does not exist yet) before it is compared with
 * the root, segment by segment. It guards against the paths a model writes, not against a hostile process that swaps
 * directories while a tool runs.
 */
import { realpathSync, statSync } from "node:fs";
import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve as resolvePath, sep } from "node:path";
import { KigumiError, messageOf } from "../errors/kigumi-error.ts";
import type { Workspace, WriteScope } from "../tool/workspace.ts";
import { systemCodeOf } from "./toolbox-error.ts";

/** As many links as Linux itself follows before it speaks of a loop. */
const MAX_LINK_HOPS = 40;

export interface WorkspaceOptions {
  /** An existing directory; relative paths of tools start here. */
  root: string;
  /**
   * `read-only`: nothing is written and no command runs. `workspace-write` (default): reading and writing inside the
   * root. `unrestricted`: paths may lead anywhere the process itself may go.
   */
  writeScope?: WriteScope;
}

export function createWorkspace({ root, writeScope = "workspace-write" }: WorkspaceOptions): Workspace {
  const realRoot = realRootOf(root);
  return {
    root: realRoot,
    writeScope,
    async resolve(path) {
      const real = await realPathOf(resolvePath(realRoot, path), path, 0);
      if (writeScope === "unrestricted" || isInside(realRoot, real)) return real;
      throw violation(path, "leads outside the workspace; use a path inside it");
    },
  };
}

/** Whether `path` is `root` or below it. Both are absolute and real. */
export function isInside(root: string, path: string): boolean {
  const steps = relative(root, path);
  // A name may begin with two dots ("..x"); only the segment ".." leads out. Another Windows drive is absolute.
  return steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

function realRootOf(root: string): string {
  if (root.trim() === "") {
    // The file system would take it for wherever this process runs.
    throw new KigumiError({
      code: "workspace_not_found",
      message: 'the workspace root is empty; name an existing directory, "." for the current one',
    });
  }
  try {
    const real = realpathSync(root);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new KigumiError({
      code: "workspace_not_found",
      message: `the workspace root "${root}" cannot be opened: ${messageOf(cause)}; create the directory first`,
      cause,
    });
  }
  throw new KigumiError({
    code: "workspace_not_found",
    message: `the workspace root "${root}" is not a directory; name an existing directory`,
  });
}

/** The real path of what exists, with the names that do not exist yet appended. */
async function realPathOf(path: string, asked: string, hops: number): Promise<string> {
  if (hops > MAX_LINK_HOPS) throw violation(asked, "goes through too many symbolic links");
  try {
    return await realpath(path);
  } catch (cause) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCodeOf(cause) ?? "");
    // What cannot be examined (a link loop, a forbidden directory, a NUL character) is not known to be inside.
    if (!isMissing) throw violation(asked, `cannot be resolved: ${messageOf(cause)}`, cause);
  }
  const parent = dirname(path);
  const realParent = parent === path ? path : await realPathOf(parent, asked, hops);
  const target = await readlink(join(realParent, basename(path))).catch(() => undefined);
  if (target === undefined) return join(realParent, basename(path));
  return realPathOf(resolvePath(realParent, target), asked, hops + 1);
}

function violation(path: string, problem: string, cause?: unknown): KigumiError {
  return new KigumiError({
    code: "sandbox_violation",
    message: `the path ${JSON.stringify(path)} ${problem}`,
    data: { path },
    cause,
  });
}
