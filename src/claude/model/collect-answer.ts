/** A streamed answer as one: the same parts, put together in the order in which they began. */
import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { KigumiError } from "../../errors/kigumi-error.ts";

export async function collectAnswer(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  const texts = new Map<string, { text: string }>();
  const warnings: SharedV4Warning[] = [];
  let response: LanguageModelV4GenerateResult["response"];
  let ending: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined;

  for await (const part of parts) {
    switch (part.type) {
      case "stream-start":
        warnings.push(...part.warnings);
        break;
      case "response-metadata": {
        const { type: _, ...metadata } = part;
        response = metadata;
        break;
      }
      case "text-start":
      case "reasoning-start": {
        const block = { type: part.type === "text-start" ? "text" : "reasoning", text: "" } as const;
        texts.set(part.id, block);
        content.push(block);
        break;
      }
      case "text-delta":
      case "reasoning-delta": {
        const block = texts.get(part.id);
        if (block !== undefined) block.text += part.delta;
        break;
      }
      case "tool-call":
      case "tool-result":
        content.push(part);
        break;
      case "finish":
        ending = part;
        break;
      default: // Beginnings and ends of what is already there.
    }
  }
  if (ending === undefined) throw new KigumiError({ code: "stream_unfinished", message: "the answer has no end" });
  const { type: _, ...rest } = ending;
  return { content, warnings, ...rest, ...(response === undefined ? {} : { response }) };
}
