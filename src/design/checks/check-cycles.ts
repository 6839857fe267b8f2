/** Finds agents that call each other in a circle: a call could go round for ever, and no cap of one run would end it. */
import type { ResolvedUse } from "../build/toolset-uses.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { AgentExpression } from "../expressions/agent-expression.ts";
import { agentId } from "../expressions/agent-id.ts";

export function checkCycles(uses: ReadonlyMap<AgentExpression, readonly ResolvedUse[]>, evaluation: Evaluation): void {
  const finished = new Set<AgentExpression>();
  const visit = (agent: AgentExpression, trail: readonly AgentExpression[]): void => {
    if (finished.has(agent)) return;
    for (const use of uses.get(agent) ?? []) {
      const callee = calledAgent(use);
      if (callee === undefined) continue;
      const start = [...trail, agent].indexOf(callee);
      if (start < 0) visit(callee, [...trail, agent]);
      else report([...trail, agent].slice(start), use);
    }
    finished.add(agent);
  };
  const report = (circle: readonly AgentExpression[], use: ResolvedUse) => {
    const [first] = circle;
    const names = [...circle, ...(first === undefined ? [] : [first])].map(agentId);
    const message = `agents use each other's exports in a circle: ${names.join(" → ")}`;
    evaluation.report({ code: "agent_cycle", message, hint: "Take one of the uses out of the circle." }, use);
  };
  for (const agent of uses.keys()) visit(agent, []);
}

/** Tools that are passed through never ask the agent, so they close no circle. */
function calledAgent({ toolset, agent, use }: ResolvedUse): AgentExpression | undefined {
  const callee = agent ?? (toolset.isExport ? toolset.agent : undefined);
  const selected = new Set(use.selected.map(({ value }) => value));
  const used = toolset.tools.filter(({ name }) => selected.size === 0 || selected.has(name));
  return used.some(({ passthrough }) => passthrough === undefined) ? callee : undefined;
}
