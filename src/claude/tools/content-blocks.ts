/** The parts of a result as MCP content blocks: data is embedded, an address becomes a link the client may follow. */
import type { ContentBlock } from "@modelcontextprotocol/sdk/types.js";
import type { ContentPart, DocumentPart, ImagePart } from "../../tool/content-part.ts";

export function toContentBlock(part: ContentPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return toImageBlock(part);
    case "document":
      return toDocumentBlock(part);
  }
}

function toImageBlock({ mediaType, data, url }: ImagePart): ContentBlock {
  const embedded = data === undefined && url !== undefined ? readDataUrl(url) : undefined;
  if (embedded !== undefined) return { type: "image", ...embedded };
  if (url !== undefined && data === undefined) return link(url, "image", mediaType);
  return { type: "image", data: data ?? "", mimeType: mediaType };
}

function toDocumentBlock({ mediaType, name = "document", data, url }: DocumentPart): ContentBlock {
  if (url !== undefined && data === undefined) return link(url, name, mediaType);
  const uri = `document:///${encodeURIComponent(name)}`;
  return { type: "resource", resource: { uri, mimeType: mediaType, blob: data ?? "" } };
}

function link(uri: string, name: string, mimeType: string): ContentBlock {
  return { type: "resource_link", uri, name, mimeType };
}

function readDataUrl(url: string): { data: string; mimeType: string } | undefined {
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return mimeType === undefined || data === undefined ? undefined : { data, mimeType };
}
