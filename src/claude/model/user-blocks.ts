/** What a user said as content blocks of the Messages API: text, images and documents, in their order. */

import type { LanguageModelV4FilePart, LanguageModelV4Message } from "@ai-sdk/provider";
import type { SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";
import { KigumiError } from "../../errors/kigumi-error.ts";

export type UserBlock = Exclude<SDKUserMessage["message"]["content"], string>[number];

export type UserMessage = Extract<LanguageModelV4Message, { role: "user" }>;

/** The prompt where nobody has said anything. */
export const GO_ON = "Go on from here.";

export function toUserBlocks(messages: readonly UserMessage[]): UserBlock[] {
  return messages.flatMap(({ content }) =>
    content.map((part): UserBlock => (part.type === "text" ? { type: "text", text: part.text } : fileBlock(part))),
  );
}

function fileBlock({ mediaType, data, filename }: LanguageModelV4FilePart): UserBlock {
  const title = filename === undefined ? {} : { title: filename };
  if (data.type === "text") {
    return { type: "document", source: { type: "text", media_type: "text/plain", data: data.text }, ...title };
  }
  if (data.type !== "data") throw unsupported(mediaType, `a ${data.type}; pass its bytes`);
  const base64 = typeof data.data === "string" ? data.data : Buffer.from(data.data).toString("base64");
  const image = IMAGE_TYPES.find((known) => known === mediaType);
  if (image !== undefined) return { type: "image", source: { type: "base64", media_type: image, data: base64 } };
  if (mediaType === PDF) {
    return { type: "document", source: { type: "base64", media_type: PDF, data: base64 }, ...title };
  }
  throw unsupported(mediaType, `a type it cannot read; it reads ${[...IMAGE_TYPES, PDF].join(", ")} and text`);
}

const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
const PDF = "application/pdf";

function unsupported(mediaType: string, problem: string): KigumiError {
  return new KigumiError({
    code: "unsupported_content",
    message: `a ${mediaType} file was sent to Claude Code as ${problem}`,
    data: { mediaType },
  });
}
