/** The part of the file system a tool may touch, as the call layer sees it. `kigumi/toolbox` makes one. */

export type WriteScope = "read-only" | "workspace-write" | "unrestricted";

export interface Workspace {
  readonly root: string;
  readonly writeScope: WriteScope;
  /** The absolute real path, or a `KigumiError` with code `sandbox_violation` when it leaves the workspace. */
  resolve(path: string): Promise<string>;
}
