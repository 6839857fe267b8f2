/** Single parts of our messages in the words of the model port. Total: what cannot be sent as it is, is named in text. */
import type {
  LanguageModelV4FilePart,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultOutput,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { JsonObject } from "../json/json.ts";
import type { AssistantPart, ToolResultPart } from "../run/message.ts";
import { type ContentPart, partAsText } from "../tool/content-part.ts";

export function toContentPart(part: ContentPart): LanguageModelV4TextPart | LanguageModelV4FilePart {
  if (part.type === "text") return { type: "text", text: part.text };
  const data = fileData(part);
  if (data === undefined) return { type: "text", text: partAsText(part) };
  const filename = part.type === "document" ? part.name : undefined;
  return { type: "file", mediaType: part.mediaType, data, ...(filename === undefined ? {} : { filename }) };
}

/** A URL is left to the provider, which knows what it can fetch. */
function fileData({ data, url }: { data?: string; url?: string }): LanguageModelV4FilePart["data"] | undefined {
  if (data !== undefined) return { type: "data", data };
  return url !== undefined && URL.canParse(url) ? { type: "url", url: new URL(url) } : undefined;
}

/** Only text can carry the mark of an error, so the files of a failed result are named and not sent. */
export function toResultOutput({ content, isError }: ToolResultPart): LanguageModelV4ToolResultOutput {
  if (typeof content === "string") return { type: isError ? "error-text" : "text", value: content };
  if (isError) return { type: "error-text", value: content.map(partAsText).join("\n") };
  return { type: "content", value: content.map(toContentPart) };
}

/**
 * The provider's own metadata goes back as it came, since it proves the thinking genuine. Thinking that was recorded
 * elsewhere may have its proof in plain fields only; these are read as `providerKey` spells them.
 */
export function toReasoningPart(
  { text, signature, redacted, providerMetadata }: Extract<AssistantPart, { type: "thinking" }>,
  providerKey: string,
): LanguageModelV4ReasoningPart {
  const proof = {
    ...(signature === undefined ? {} : { signature }),
    ...(redacted === undefined ? {} : { redactedData: redacted }),
  };
  const plain = Object.keys(proof).length === 0 ? undefined : { [providerKey]: proof };
  return { type: "reasoning", text, ...toProviderOptions(providerMetadata ?? plain) };
}

export function toToolCallPart(
  { id, name, args, providerMetadata }: Extract<AssistantPart, { type: "tool_use" }>,
  toWireName: (toolName: string) => string,
): LanguageModelV4ToolCallPart {
  const call = { type: "tool-call", toolCallId: id, toolName: toWireName(name), input: args } as const;
  return { ...call, ...toProviderOptions(providerMetadata) };
}

/** What a provider said of a part, as it is said back. */
export function toProviderOptions(metadata: JsonObject | undefined): { providerOptions?: SharedV4ProviderOptions } {
  // Metadata is a record of records by the port's contract; ours is the same record, as logged.
  return metadata === undefined ? {} : { providerOptions: metadata as SharedV4ProviderOptions };
}
