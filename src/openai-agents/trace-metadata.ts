/**
 * What a trace says about the run that it belongs to: `agent_name`, `prompt_name`, `prompt_version`, `prompt_id`,
 * `prompt_meta_*` and `agent_run_id`. The caller's own metadata comes first, and these keys win.
 */
import { Prompt, promptHash } from "./prompt.ts";

export type TraceMetadata = Readonly<Record<string, string | number | boolean>>;

export interface DescribedRun {
  readonly agentName: string;
  readonly instructions: string | Prompt;
  readonly metadata: TraceMetadata;
  readonly runId: string;
}

export function traceMetadata({ agentName, instructions, metadata, runId }: DescribedRun): TraceMetadata {
  return {
    ...metadata,
    agent_name: agentName,
    ...(instructions instanceof Prompt ? promptMetadata(instructions) : textMetadata(agentName, instructions)),
    agent_run_id: runId,
  };
}

function promptMetadata(prompt: Prompt): TraceMetadata {
  const scalars = Object.entries(prompt.meta).flatMap(([key, value]) =>
    isScalar(value) ? [[`prompt_meta_${key}`, value] as const] : [],
  );
  return {
    ...Object.fromEntries(scalars),
    prompt_name: prompt.name,
    prompt_version: prompt.version,
    prompt_id: prompt.resolveId(),
  };
}

function textMetadata(agentName: string, text: string): TraceMetadata {
  return { prompt_name: agentName, prompt_id: promptHash(text) };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
