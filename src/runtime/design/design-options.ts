/** What a design leaves open, and an application fills in: who plans, who executes, and who speaks to other servers. */
import type { DesignModel } from "../../design/model.ts";
import type { Planner } from "../../run/plan.ts";
import type { ToolContext } from "../../tool/context.ts";
import type { AgentToolsetOptions } from "../agent-toolset.ts";
import type { RuntimeOptions } from "../runtime-options.ts";
import type { ServiceImplementation } from "./implement.ts";
import type { McpCaller, RegistryClient } from "./remote-tools.ts";

export interface DesignOptions {
  /** What `evaluate` returned, here or, as JSON, elsewhere. */
  design: DesignModel;
  /** By agent id, such as `desk.chat`. */
  planners?: Readonly<Record<string, Planner>>;
  /** By tool id, such as `docs.search`. For a bound tool it counts over the method. */
  executors?: Readonly<Record<string, Executor>>;
  /** The services whose methods tools are bound to. */
  services?: readonly ServiceImplementation[];
  /** By agent id: the id of the model that summarizes, for agents whose history is compressed. */
  historyModels?: Readonly<Record<string, string>>;
  /** By the name of a toolset that agents export: how its agent is spoken to, and how its answers are read. */
  agentToolsets?: Readonly<Record<string, AgentAnswerOptions>>;
  /** By the name of a toolset that comes from an MCP server. */
  mcpCallers?: Readonly<Record<string, McpCaller>>;
  /** By the name of a registry of the design. */
  registries?: Readonly<Record<string, RegistryClient>>;
}

export type DesignedRuntimeOptions = RuntimeOptions & DesignOptions;

/** Without `models`, whoever registers the agents has registered the models they name. */
export type WireDesignOptions = DesignOptions & Pick<RuntimeOptions, "models">;

/**
 * Runs one tool. `input` is what the design says it is, checked and with its defaults: annotate the parameter with that
 * type. Types made by `kigumi gen` are exactly those.
 */
export type Executor = (input: never, ctx: ToolContext) => unknown;

export type AgentAnswerOptions = Pick<AgentToolsetOptions, "prompts" | "systemPrompt" | "jsonOnly" | "aggregate">;
