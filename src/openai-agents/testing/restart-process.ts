/** A process that asks for a restart and saves the run that waits, or approves a saved one and finishes it. */
import { z } from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import { Agent } from "../agent.ts";

const restarted: string[] = [];
const restart = defineTool({
  name: "ops.restart",
  description: "Restart a device",
  input: z.object({ device: z.string() }),
  confirmation: {},
  execute: ({ device }) => {
    restarted.push(device);
    return `restarted ${device}`;
  },
});
const desk = new Agent({ name: "desk", instructions: "Help {{ $ctx.who }}.", model: "gpt-test", tools: [restart] });

const task: { question?: string; saved?: string } = JSON.parse(process.argv[2] ?? "{}");
if (task.saved === undefined) {
  const context = await desk.run(task.question ?? "", { who: "Ann", toolRules: { deny: ["other"] } });
  report({ saved: context.result.state.toString() });
} else {
  const state = await desk.restore(task.saved);
  for (const waiting of state.getInterruptions()) state.approve(waiting);
  report({ context: await desk.run(state) });
}

function report(findings: object): void {
  process.stdout.write(JSON.stringify({ pid: process.pid, restarted, ...findings }));
}
