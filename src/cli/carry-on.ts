/** After a run was given what it waited for: stays with it when its agents are at hand, else says who carries it on. */
import { attendRun } from "./attend-run.ts";
import type { OpenApp, OpenRuntime } from "./open-runtime.ts";
import type { RunTree } from "./run-tree.ts";
import { fileOptions, shellWord } from "./shell-command.ts";
import type { Style } from "./terminal.ts";
import type { World } from "./world.ts";

export async function carryOn(
  open: OpenRuntime & Partial<OpenApp>,
  { rootId: runId, positions: known }: RunTree,
  { said, style, world }: { said: string; style: Style; world: World },
): Promise<void> {
  const { runtime, terminal, app, options } = open;
  const root = await runtime.runs.find(runId);
  if (app !== undefined && root !== undefined && app.agents.includes(root.agentId)) {
    await attendRun({ open, runId, known, signal: world.signal });
    return;
  }
  terminal.line(said, style);
  // The app that was named, if any, is not the one that has this agent.
  const watch = `kigumi runs watch ${shellWord(runId)}${fileOptions({ store: options.store })} --app <file>`;
  terminal.note(`the run goes on where its agent ${root?.agentId} is registered, such as in ${watch}`);
}
