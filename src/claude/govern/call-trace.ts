/**
 * A governed session in the words of a tracer: one trace, in it the agent, and below that each call with its result,
 * or with what refused it, and what the models used. A tracer that fails is reported and changes nothing.
 */
import { randomUUID } from "node:crypto";
import type { SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";
import { messageOf } from "../../errors/kigumi-error.ts";
import { stringifyJson } from "../../json/stringify-json.ts";
import type { Clock } from "../../tool/clock.ts";
import type { Logger } from "../../tool/logger.ts";
import { deniedCall } from "../../trace/denied-call.ts";
import type { Span, SpanData, SpanError, Trace } from "../../trace/span.ts";
import type { Tracer } from "../../trace/tracer.ts";
import type { Refusal } from "./call-judge.ts";
import type { GovernedCall } from "./governed-call.ts";

export interface CallTraceOptions {
  readonly tracer: Tracer;
  readonly sessionId: string;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

export class CallTrace {
  readonly #options: CallTraceOptions;
  readonly #trace: Trace;
  readonly #calls = new Map<string, Span>();
  #agent: Span | undefined;

  constructor(options: CallTraceOptions) {
    const { sessionId } = options;
    this.#options = options;
    const traceId = `trace_${hex()}`;
    this.#trace = { traceId, name: "claude", groupId: sessionId, metadata: { claude_session: sessionId } };
  }

  get traceId(): string {
    return this.#trace.traceId;
  }

  async started(call: GovernedCall): Promise<void> {
    const agent = await this.#open();
    const span = this.#span(agent.spanId, { type: "function", name: call.tool.id, input: stringifyJson(call.args) });
    this.#calls.set(call.id, span);
    await this.#tell((tracer) => tracer.onSpanStart(span));
  }

  /** `output`: what the tool gave, before any of it was cut. */
  async ended(callId: string, output: unknown, error?: SpanError): Promise<void> {
    const span = this.#calls.get(callId);
    if (span === undefined) return;
    this.#calls.delete(callId);
    const spanData = { ...span.spanData, output: typeof output === "string" ? output : stringifyJson(output) };
    await this.#end({ ...span, spanData }, error);
  }

  async refused(call: GovernedCall, { by, reason }: Pick<Refusal, "by" | "reason">): Promise<void> {
    await this.started(call);
    await this.ended(call.id, reason, deniedCall(reason, by, { tool: call.tool.id }));
  }

  /** The end of one query. Calls that have no end by then have lost it. */
  async closed(result: SDKResultMessage | undefined): Promise<void> {
    const agent = await this.#open();
    for (const callId of [...this.#calls.keys()]) await this.ended(callId, "", { message: "the call did not end" });
    if (result !== undefined) await this.#used(agent, result);
    await this.#end(agent, result?.is_error === true ? { message: errorText(result) } : undefined);
    this.#agent = undefined;
    await this.#tell((tracer) => tracer.onTraceEnd(this.#trace));
  }

  async #used(agent: Span, result: SDKResultMessage): Promise<void> {
    const { usage, total_cost_usd: cost, modelUsage } = result;
    const model = Object.keys(modelUsage).join(", ");
    const said = result.subtype === "success" ? result.result : "";
    const span = this.#span(agent.spanId, {
      type: "generation",
      model,
      output: [{ role: "assistant", content: said }],
      usage: { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens, cost },
    });
    await this.#tell((tracer) => tracer.onSpanStart(span));
    await this.#end(span);
  }

  async #open(): Promise<Span> {
    if (this.#agent !== undefined) return this.#agent;
    const agent = this.#span(null, { type: "agent", name: "claude" });
    this.#agent = agent;
    await this.#tell((tracer) => tracer.onTraceStart(this.#trace));
    await this.#tell((tracer) => tracer.onSpanStart(agent));
    return agent;
  }

  #span(parentId: string | null, spanData: SpanData): Span {
    const spanId = `span_${hex().slice(0, 24)}`;
    return { spanId, traceId: this.traceId, parentId, startedAt: this.#now(), endedAt: null, spanData, error: null };
  }

  async #end(span: Span, error?: SpanError): Promise<void> {
    const ended = { ...span, endedAt: this.#now(), error: error ?? null };
    await this.#tell((tracer) => tracer.onSpanEnd(ended));
  }

  #now(): string {
    return this.#options.clock.now().toISOString();
  }

  async #tell(tell: (tracer: Tracer) => Promise<void>): Promise<void> {
    try {
      await tell(this.#options.tracer);
    } catch (error) {
      this.#options.logger?.error(`the tracer failed: ${messageOf(error)}`);
    }
  }
}

function hex(): string {
  return randomUUID().replaceAll("-", "");
}

function errorText(result: SDKResultMessage): string {
  return result.subtype === "success" ? result.result : result.errors.join("; ") || result.subtype;
}
