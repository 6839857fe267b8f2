/** The parts a result can be made of when text alone does not carry it. */

export type ContentPart = TextPart | ImagePart | DocumentPart;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image, by base64 `data` or by `url`. */
export interface ImagePart {
  readonly type: "image";
  readonly mediaType: string;
  readonly data?: string;
  readonly url?: string;
}

/** A document such as a PDF, by base64 `data` or by `url`. */
export interface DocumentPart {
  readonly type: "document";
  readonly mediaType: string;
  readonly name?: string;
  readonly data?: string;
  readonly url?: string;
}

/** What a text-only reader sees of a part. */
export function partAsText(part: ContentPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
      return `[image ${part.mediaType}]`;
    case "document":
      return part.name === undefined ? `[document ${part.mediaType}]` : `[document ${part.mediaType} ${part.name}]`;
  }
}
