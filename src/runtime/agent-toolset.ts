/** Tools that are answered by another agent: each call is a run of its own, linked to the run that called. */
import { didYouMean } from "../errors/did-you-mean.ts";
import { KigumiError } from "../errors/kigumi-error.ts";
import { parseTemplate } from "../template/index.ts";
import type { Tool } from "../tool/tool.ts";

export interface AgentToolsetOptions {
  /** The id of the agent that answers. */
  agent: string;
  /** What the calling model is offered; their `execute` is never called. */
  tools: Iterable<Tool>;
  /** What the agent is told, by tool id: templates over the arguments. Default: a single text as it is, else JSON. */
  prompts?: Readonly<Record<string, string>>;
  /** Said to the agent before anything else. */
  systemPrompt?: string;
  /** Answer with the child's structured value, or with what its tools returned, instead of with its words. */
  jsonOnly?: boolean;
  /** With `jsonOnly`: the key that holds the results when the child's tools returned several. */
  aggregate?: string;
  /** By tool id: the tool of the child that a call goes straight to, without asking the child's planner. */
  passthrough?: Readonly<Record<string, string>>;
}

export interface AgentToolset extends Readonly<Omit<AgentToolsetOptions, "tools">> {
  readonly name: string;
  readonly tools: readonly Tool[];
}

export function agentToolset(name: string, options: AgentToolsetOptions): AgentToolset {
  const tools = [...options.tools];
  const { prompts = {}, passthrough = {} } = options;
  for (const id of [...Object.keys(prompts), ...Object.keys(passthrough)]) assertTool(name, id, tools);
  // A template that does not parse is found here and not in the middle of a run.
  for (const template of Object.values(prompts)) parseTemplate(template);
  return { ...options, name, tools };
}

export function isAgentToolset(toolset: { readonly tools: readonly Tool[] }): toolset is AgentToolset {
  return "agent" in toolset;
}

function assertTool(toolset: string, id: string, tools: readonly Tool[]): void {
  const ids = tools.map((tool) => tool.id);
  if (ids.includes(id)) return;
  const meant = didYouMean(id, ids);
  throw new KigumiError({
    code: "tool_not_found",
    message: `toolset "${toolset}" has no tool "${id}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`,
    data: { toolset, tool: id },
  });
}
