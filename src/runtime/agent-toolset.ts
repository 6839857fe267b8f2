/** Tools that are answered by another agent: each call is a run of its own, linked to the run that called. */
import type { Tool } from "../tool/tool.ts";

export interface AgentToolset {
  readonly name: string;
  /** The id of the agent that answers. */
  readonly agent: string;
  /** What the calling model is offered; their `execute` is never called. */
  readonly tools: readonly Tool[];
}

export function agentToolset(name: string, options: { agent: string; tools: Iterable<Tool> }): AgentToolset {
  return { name, agent: options.agent, tools: [...options.tools] };
}

export function isAgentToolset(toolset: { readonly tools: readonly Tool[] }): toolset is AgentToolset {
  return "agent" in toolset;
}
