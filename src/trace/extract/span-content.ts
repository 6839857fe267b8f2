/** What went into a span, what came out, what it is called and what it used, by the type of its data. */
import { isObject, type JsonObject, type JsonValue } from "../../json/json.ts";
import { answerOf } from "./answer.ts";
import { customData } from "./exported-span.ts";
import { extractUsage, type UsageRecord } from "./usage.ts";

export interface SpanContent {
  readonly name?: string;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly usage?: UsageRecord;
}

export function spanContent(spanData: JsonObject): SpanContent {
  const content = contentByType(spanData);
  const entries = Object.entries(content).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries);
}

type LooseContent = { [Key in keyof SpanContent]: unknown };

function contentByType(data: JsonObject): LooseContent {
  const named = typeof data.name === "string" ? data.name : undefined;
  switch (data.type) {
    case "generation":
      return {
        name: named ?? data.model,
        input: data.input,
        output: answerOf(data.output),
        usage: extractUsage(data.usage),
      };
    case "response": {
      const response = isObject(data._response) ? data._response : {};
      return {
        name: named ?? response.model,
        input: data._input,
        output: answerOf(response.output),
        usage: extractUsage(response.usage),
      };
    }
    case "handoff":
      return { name: [data.from_agent, data.to_agent].filter((agent) => agent).join(" → ") };
    case "mcp_tools":
      return { name: data.server, output: data.result };
    // Sound is kept in `raw_json` only: nobody reads or searches it.
    case "transcription":
      return { name: named ?? data.model, output: data.output };
    case "speech":
      return { name: named ?? data.model, input: data.input };
    case "custom":
      return { name: named, ...customContent(customData(data)) };
    default:
      return { name: named, input: data.input, output: data.output, usage: extractUsage(data.usage) };
  }
}

function customContent(data: JsonObject): LooseContent {
  const isSaid = data.input !== undefined || data.output !== undefined;
  const isEmpty = Object.keys(data).length === 0;
  return {
    input: data.input,
    output: isSaid ? data.output : isEmpty ? undefined : data,
    // A task sums up what its turns used, which is counted where it was used.
    usage: data.sdk_span_type === undefined ? extractUsage(data.usage) : undefined,
  };
}
