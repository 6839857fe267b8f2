/**
 * The SDK's types as they are used here: over our context, and without the type of an agent's output, which the SDK
 * makes invariant. Whoever knows the output's type says so where it leaves this folder.
 */
import type {
  Agent,
  AgentOptions,
  AgentOutputType,
  RunContext,
  RunResult,
  RunState,
  StreamedRunResult,
  Tool,
} from "@openai/agents";
import type { AgentContext } from "./agent-context.ts";

export type SdkAgent = Agent<AgentContext, AgentOutputType>;
export type SdkTool = Tool<AgentContext>;
export type SdkFunctionTool = Extract<SdkTool, { type: "function" }>;
export type SdkHostedTool = Extract<SdkTool, { type: "hosted_tool" }>;
export type SdkLocalTool = Exclude<SdkTool, SdkFunctionTool | SdkHostedTool>;
export type SdkRunContext = RunContext<AgentContext>;
export type SdkRunResult = RunResult<AgentContext, SdkAgent>;
export type SdkStreamedRunResult = StreamedRunResult<AgentContext, SdkAgent>;
export type SdkRunState = RunState<AgentContext, SdkAgent>;

/** What the SDK itself takes as a handoff: one of its agents, or one of its handoffs. */
export type SdkHandoff = NonNullable<AgentOptions["handoffs"]>[number];

/** What an agent with this output type answers with. */
export type OutputOf<TOutput extends AgentOutputType> = ReturnType<Agent<AgentContext, TOutput>["processFinalOutput"]>;
