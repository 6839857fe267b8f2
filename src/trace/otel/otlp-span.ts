/** Spans in the JSON of the OpenTelemetry protocol, as an OTLP/HTTP endpoint takes them. */
import { createHash } from "node:crypto";
import type { SpanRow } from "../extract/span-row.ts";
import {
  type Attributes,
  type AttributeValue,
  genAiAttributes,
  genAiContent,
  genAiName,
  isModelCall,
  semanticConventions,
} from "./gen-ai-attributes.ts";

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

const kinds = { internal: 1, client: 3 } as const;
const statuses = { unset: 0, error: 2 } as const;

export function otlpSpan(row: SpanRow, more: Attributes, { hasContent }: { hasContent: boolean }): OtlpSpan {
  const { message } = JSON.parse(row.error_json ?? "{}");
  const attributes = {
    ...genAiAttributes(row),
    ...ownAttributes(row),
    ...more,
    ...(hasContent ? genAiContent(row) : {}),
  };
  const started = nanoseconds(row.started_at ?? row.ended_at);
  return {
    traceId: hexId(row.trace_id, 16),
    spanId: hexId(row.id, 8),
    ...(row.parent_id === null ? {} : { parentSpanId: hexId(row.parent_id, 8) }),
    name: genAiName(row),
    kind: isModelCall(row) ? kinds.client : kinds.internal,
    startTimeUnixNano: started,
    endTimeUnixNano: row.ended_at === null ? started : nanoseconds(row.ended_at),
    attributes: keyValues(attributes),
    status:
      row.error_json === null
        ? { code: statuses.unset }
        : // What went wrong may quote what was said.
          { code: statuses.error, ...(hasContent && typeof message === "string" ? { message } : {}) },
  };
}

export function otlpRequest(spans: readonly OtlpSpan[], serviceName: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues({ "service.name": serviceName }) },
        scopeSpans: [{ scope: { name: "kigumi" }, spans, schemaUrl: semanticConventions }],
      },
    ],
  };
}

/** What the conventions have no name for. */
function ownAttributes(row: SpanRow): Attributes {
  return {
    "kantan.span_type": row.span_type,
    "kantan.has_error": row.error_json !== null,
    ...(row.output_kind === null ? {} : { "kantan_llm.output_kind": row.output_kind }),
    ...(row.ended_at === null ? { "kigumi.unfinished": true } : {}),
  };
}

/**
 * Ids of the protocol have a fixed length. Ours are hashed to it, so that the same span always gets the same id and a
 * parent is found whoever exports it; a trace id that is one already is kept.
 */
function hexId(id: string, bytes: number): string {
  const hex = /^(?:trace_)?([0-9a-f]{32})$/.exec(id)?.[1];
  if (hex !== undefined && bytes === 16) return hex;
  return createHash("sha256")
    .update(id)
    .digest("hex")
    .slice(0, bytes * 2);
}

function nanoseconds(time: string | null): string {
  const milliseconds = Date.parse(time ?? "");
  return Number.isNaN(milliseconds) ? "0" : `${BigInt(milliseconds) * 1_000_000n}`;
}

function keyValues(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: AttributeValue): KeyValue["value"] {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  // The protocol's JSON writes 64-bit integers as text.
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
