/** What a toolkit works with: a workspace, a policy that may be changed while it is in use, and the tools' context. */
import { randomUUID } from "node:crypto";
import type { SecurityPolicyConfig } from "../../policy/security-policy.ts";
import { createToolContext } from "../../runtime/tool-context.ts";
import type { ToolContext } from "../../tool/context.ts";
import type { OutputStore } from "../../tool/output/output-store.ts";
import type { WriteScope } from "../../tool/workspace.ts";
import { commandEnvironment, commandEnvironmentKey } from "../process/command-environment.ts";
import type { AllowedToolName } from "../tools.ts";
import { createWorkspace } from "../workspace.ts";

export interface ToolkitContextOptions {
  /** An existing directory. */
  workspaceRoot: string;
  /** Default `workspace-write`. */
  writeScope?: WriteScope;
  /** Default: every tool is denied. */
  policy?: SecurityPolicyConfig<AllowedToolName>;
  /** Keeps results that are too large for a model; `tool_output_cache` reads them back. */
  outputStore?: OutputStore;
  /** Variables that commands get beside the few that are passed on; an undefined one is taken away. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface ToolkitContext {
  /** The real path of the workspace root. */
  readonly workspaceRoot: string;
  readonly writeScope: WriteScope;
  /** Read anew for every listing and every call: assign another one, and both follow. */
  policy: SecurityPolicyConfig<AllowedToolName>;
  readonly toolContext: ToolContext;
}

export function createToolkitContext(options: ToolkitContextOptions): ToolkitContext {
  const { workspaceRoot, writeScope = "workspace-write", outputStore, env } = options;
  const workspace = createWorkspace({ root: workspaceRoot, writeScope });
  return {
    workspaceRoot: workspace.root,
    writeScope,
    policy: options.policy ?? { tools: {}, defaultPolicy: "deny" },
    toolContext: createToolContext({
      workspace,
      // A run of its own: outputs of other users of the same store stay out of reach.
      call: { id: "toolkit", runId: randomUUID() },
      overrides: new Map([[commandEnvironmentKey.id, () => commandEnvironment(env)]]),
      ...(outputStore === undefined ? {} : { outputStore }),
    }),
  };
}
