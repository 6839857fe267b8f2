/**
 * Turns text, whole or in pieces of any size, into UTF-8 chunks of about one size. No chunk ends inside a character,
 * and a surrogate pair that was split between two pieces is put together again.
 */
import { KigumiError } from "../../errors/kigumi-error.ts";

export const chunkBytes: number = 256 * 1024;

const encoder = new TextEncoder();

export async function* encodeText(text: string | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let buffer = new Uint8Array(chunkBytes);
  let filled = 0;
  let half = "";
  for await (const piece of typeof text === "string" ? [text] : text) {
    let rest = half + checked(piece);
    half = /[\uD800-\uDBFF]$/.exec(rest)?.[0] ?? "";
    if (half !== "") rest = rest.slice(0, -1);
    while (rest !== "") {
      const { read, written } = encoder.encodeInto(rest, buffer.subarray(filled));
      rest = rest.slice(read);
      filled += written;
      if (rest === "") break;
      yield buffer.subarray(0, filled);
      buffer = new Uint8Array(chunkBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.slice(0, filled);
  if (half !== "") yield encoder.encode(half);
}

function checked(piece: unknown): string {
  if (typeof piece === "string") return piece;
  throw new KigumiError({
    code: "invalid_output",
    message: `an output's text has to come as strings; a chunk was of type ${typeof piece}. Decode bytes first, for example with TextDecoderStream`,
  });
}
