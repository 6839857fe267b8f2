/** The Agents SDK's agent with its tools held to the rules of the run, on every turn and in every agent of a handoff. */
import { Agent, type AgentOptions, type AgentOutputType, type Span, type SpanData } from "@openai/agents";
import type { AgentContext } from "./agent-context.ts";
import { governTools } from "./govern-tools.ts";
import type { OnToolRuleViolation } from "./rule-violation.ts";
import type { SdkRunContext, SdkTool } from "./sdk-types.ts";

export class GovernedAgent extends Agent<AgentContext, AgentOutputType> {
  readonly #onViolation: OnToolRuleViolation;

  constructor(options: AgentOptions<AgentContext, AgentOutputType>, onViolation: OnToolRuleViolation) {
    super(options);
    this.#onViolation = onViolation;
  }

  override async getAllTools(runContext: SdkRunContext, tracingParent?: Span<SpanData>): Promise<SdkTool[]> {
    const tools = await super.getAllTools(runContext, tracingParent);
    return governTools(tools, runContext, this.#onViolation);
  }
}
