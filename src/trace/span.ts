/**
 * What a tracer is told: traces made of spans. The shapes are those of the OpenAI Agents SDK, so that one of its traces
 * can be handed over as it is; every other loop describes its work in the same words.
 */

export interface Trace {
  readonly traceId: string;
  /** The name of the workflow. */
  readonly name: string;
  /** What traces of one conversation have in common. */
  readonly groupId: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface Span {
  readonly spanId: string;
  readonly traceId: string;
  readonly parentId: string | null;
  /** ISO 8601, with an offset or a Z. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly spanData: SpanData;
  readonly error: SpanError | null;
}

/** By `type`: agent, function, generation, response, handoff, guardrail, custom … each with fields of its own. */
export interface SpanData {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface SpanError {
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}
