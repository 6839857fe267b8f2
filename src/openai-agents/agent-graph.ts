/**
 * An agent and everyone it can hand over to, as agents of the SDK. Each is made once however many ways lead to it, and
 * is known before its handoffs are followed, so agents may hand over in circles.
 */
import type { AgentOutputType, Model, AgentOptions as SdkAgentOptions } from "@openai/agents";
import type { ToolContext } from "../tool/context.ts";
import type { AgentContext } from "./agent-context.ts";
import type { DeclaredTool } from "./agent-tool.ts";
import { collectTools } from "./collect-tools.ts";
import { GovernedAgent } from "./governed-agent.ts";
import type { OnToolRuleViolation } from "./rule-violation.ts";
import type { SdkHandoff } from "./sdk-types.ts";

/** An agent of ours without the type of its output. */
export interface HandoffAgent {
  readonly parts: AgentParts;
}

export interface AgentParts {
  readonly name: string;
  readonly handoffDescription: string | undefined;
  readonly model: string | Model | undefined;
  readonly outputType: AgentOutputType | undefined;
  readonly tools: readonly DeclaredTool[];
  readonly toolContext: ToolContext<unknown> | undefined;
  readonly onToolRuleViolation: OnToolRuleViolation;
  /** Read when a run starts: agents may be wired together after they were made. */
  readonly handoffs: readonly (HandoffAgent | SdkHandoff)[];
  instructions(context: AgentContext): Promise<string>;
}

export interface AgentGraph {
  readonly root: GovernedAgent;
  readonly agents: readonly GovernedAgent[];
}

export function buildAgentGraph(root: AgentParts, providerTools: readonly DeclaredTool[]): AgentGraph {
  const made = new Map<AgentParts, GovernedAgent>();
  const make = (parts: AgentParts): GovernedAgent => {
    const known = made.get(parts);
    if (known !== undefined) return known;
    const agent = new GovernedAgent(toSdkOptions(parts, providerTools), parts.onToolRuleViolation);
    made.set(parts, agent);
    for (const handoff of parts.handoffs) agent.handoffs.push(toSdkHandoff(handoff, make));
    return agent;
  };
  return { root: make(root), agents: [...made.values()] };
}

function toSdkHandoff(handoff: HandoffAgent | SdkHandoff, make: (parts: AgentParts) => GovernedAgent): SdkHandoff {
  return "parts" in handoff ? make(handoff.parts) : handoff;
}

function toSdkOptions(
  parts: AgentParts,
  providerTools: readonly DeclaredTool[],
): SdkAgentOptions<AgentContext, AgentOutputType> {
  const { name, handoffDescription, model, outputType, tools, toolContext } = parts;
  return {
    name,
    instructions: ({ context }) => parts.instructions(context),
    tools: collectTools([...providerTools, ...tools], toolContext),
    handoffs: [],
    ...(handoffDescription === undefined ? {} : { handoffDescription }),
    ...(model === undefined ? {} : { model }),
    ...(outputType === undefined ? {} : { outputType }),
  };
}
