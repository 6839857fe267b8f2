/** An agent as designed: the toolsets it uses and exports, and the limits of its runs. */
import type { OnMissingFields } from "../../run/run-policy.ts";
import type { Meta } from "./tool-model.ts";
import type { ToolsetExport, ToolsetUse } from "./toolset-model.ts";
import type { TypePlace } from "./type-place.ts";

export interface AgentModel {
  /** `service.agent`. */
  readonly id: string;
  readonly service: string;
  readonly name: string;
  readonly description: string;
  readonly meta?: Meta;
  readonly uses: readonly ToolsetUse[];
  readonly exports: readonly ToolsetExport[];
  readonly runPolicy: RunPolicyModel;
}

/** The shape of a `runPolicy` of `defineAgent`. Durations are as authored: `"2m"`, `"1h30m"`. */
export interface RunPolicyModel {
  readonly maxToolCalls?: number;
  readonly maxConsecutiveFailedToolCalls?: number;
  readonly timing?: { readonly budget?: string; readonly plan?: string; readonly tools?: string };
  readonly interruptsAllowed: boolean;
  readonly onMissingFields?: OnMissingFields;
  readonly history?: HistoryModel;
  readonly cache?: { readonly afterSystem?: true; readonly afterTools?: true };
}

export type HistoryModel = { readonly keepRecentTurns: number } | { readonly compress: CompressionModel };

/**
 * When old turns are summarized, and what is kept as it is. Either trigger suffices; everything kept meets both
 * limits. `Compress(30, 10)` is `{ triggerAt: 30, keepRecent: 10 }`. At least one trigger and one limit are there.
 */
export interface CompressionModel {
  readonly triggerAt?: number;
  readonly keepRecent?: number;
  readonly triggerAtInputTokens?: number;
  readonly keepInputTokens?: number;
}

/** A typed answer that a model is asked for directly, without a tool. */
export interface CompletionModel {
  /** `service.completion`. */
  readonly id: string;
  readonly service: string;
  readonly name: string;
  readonly description: string;
  readonly result: TypePlace;
}
