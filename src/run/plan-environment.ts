/** What interpreting a plan needs to know of the world: the tools there are, and what the policy says of them. */
import type { JsonObject } from "../json/json.ts";
import type { Decision } from "../policy/decision.ts";
import type { ToolResult } from "../tool/result.ts";
import type { ToolSpec } from "../tool/spec.ts";

export interface PlanEnvironment {
  /** When this is happening, in milliseconds since the epoch. */
  readonly at: number;
  find(tool: string): CatalogEntry | undefined;
  /** The policy of the runtime and the narrowing of the run, as one decision. */
  decide(tool: ToolSpec, args: JsonObject): Decision;
  /** Whether a policy was set at all: without one there is no decision to log. */
  readonly hasPolicy: boolean;
  /** A collision-resistant digest of a text. */
  hash(text: string): string;
  /** Names the reader may have meant. */
  readonly toolNames: readonly string[];
  /** How deep agents may call each other. */
  readonly maxAgentDepth: number;
}

export interface CatalogEntry {
  readonly spec: ToolSpec;
  /** The tool is another agent. */
  readonly childAgentId?: string;
  /** What a person is asked, and what the model reads when the answer is no. Rendered for these arguments. */
  confirmation?(args: JsonObject): { title: string; prompt: string; deniedContent: string; expiresInMs?: number };
  /** One line for a user interface, while the call runs. */
  displayHint(args: JsonObject): string;
  /** One line for a user interface, when the call is done. */
  resultHint?(args: JsonObject, result: ToolResult): string;
}
