/** `agent.ts`: who the agent is, the limits of its runs, and its client. */
import type { AgentModel } from "../../design/index.ts";
import type { GeneratedFiles } from "../layout/generated-files.ts";
import type { Layout } from "../layout/layout.ts";
import { documented } from "../text/comment.ts";
import { block } from "../text/doc.ts";
import { literal, stringLiteral } from "../text/literal.ts";

export function addAgentFile(files: GeneratedFiles, layout: Layout, agent: AgentModel): void {
  const { camel } = layout.agentName(agent);
  files.module(`${layout.agentDir(agent)}/agent.ts`, `Agent ${agent.id}.`, (module) => {
    module.importType("RunPolicyOptions", "kigumi");
    module.importType("AgentClient", "kigumi");
    module.importType("Runtime", "kigumi");
    module.add(
      documented(agent.description, `export const agentId = ${stringLiteral(agent.id)};`),
      ["export const description = ", stringLiteral(agent.description), ";"],
      documented("The limits of its runs.", [
        "export const runPolicy: RunPolicyOptions = ",
        literal(agent.runPolicy),
        ";",
      ]),
      documented(
        "Starts runs of the agent on a runtime that it is registered on.",
        block(`export function ${camel}Client(runtime: Pick<Runtime, "client">): AgentClient {`, [
          "return runtime.client(agentId);",
        ]),
      ),
    );
  });
}
