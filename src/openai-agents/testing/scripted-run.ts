/** The real SDK against the scripted endpoint: a model to give to an agent, and the traces it leaves. */
import {
  type Model,
  OpenAIProvider,
  type Span,
  type SpanData,
  type Trace,
  type TracingProcessor,
} from "@openai/agents";
import { createOpenAIEndpoint, type OpenAIEndpoint } from "../../testing/openai-endpoint/create-openai-endpoint.ts";
import type { OpenAIStep } from "../../testing/openai-endpoint/script.ts";

export interface ScriptedEndpoint extends OpenAIEndpoint {
  readonly model: Model;
}

export async function scriptedEndpoint(...script: readonly OpenAIStep[]): Promise<ScriptedEndpoint> {
  const endpoint = await createOpenAIEndpoint({ script });
  const provider = new OpenAIProvider({ apiKey: "scripted", baseURL: endpoint.url, useResponses: true });
  return { ...endpoint, model: await provider.getModel("gpt-test") };
}

/** Keeps what it is told, in order. */
export class RecordingProcessor implements TracingProcessor {
  readonly started: Trace[] = [];
  readonly ended: Trace[] = [];
  readonly spans: Span<SpanData>[] = [];

  async onTraceStart(trace: Trace): Promise<void> {
    this.started.push(trace);
  }

  async onTraceEnd(trace: Trace): Promise<void> {
    this.ended.push(trace);
  }

  async onSpanStart(): Promise<void> {}

  async onSpanEnd(span: Span<SpanData>): Promise<void> {
    this.spans.push(span);
  }

  async shutdown(): Promise<void> {}

  async forceFlush(): Promise<void> {}

  /** The data of the spans of one type. */
  of(type: string): Record<string, unknown>[] {
    return this.spans
      .map(({ spanData }): Record<string, unknown> => ({ ...spanData }))
      .filter((data) => data.type === type);
  }
}
