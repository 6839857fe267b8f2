/** After a run was given what it waited for: stays with it when its agents are at hand, else says who carries it on. */
import { attendRun } from "./attend-run.ts";
import type { OpenApp, OpenRuntime } from "./open-runtime.ts";
import type { RunTree } from "./run-tree.ts";
import type { Style } from "./terminal.ts";
import type { World } from "./world.ts";

export async function carryOn(
  open: OpenRuntime & Partial<OpenApp>,
  { rootId: runId, positions: known }: RunTree,
  { said, style, world }: { said: string; style: Style; world: World },
): Promise<void> {
  const { runtime, terminal, app } = open;
  const root = await runtime.runs.find(runId);
  if (app !== undefined && root !== undefined && app.agents.includes(root.agentId)) {
    await attendRun({ open, runId, known, signal: world.signal });
    return;
  }
  terminal.line(said, style);
  terminal.note(`the run goes on where its agent ${root?.agentId} is registered, such as in kigumi runs watch`);
}
