/** Formats as the schema validator checks them, from the same table; a format it does not know constrains nothing. */
import { fullFormats } from "ajv-formats/dist/formats.js";

/** A check of texts; undefined when the format says nothing about them. */
export function stringFormat(format: string): ((text: string) => boolean) | undefined {
  const known = definitionOf(format);
  if (known instanceof RegExp) return (text) => known.test(text);
  if (typeof known === "function") return known as (text: string) => boolean;
  if (typeof known !== "object" || known === null) return undefined;
  const { type = "string", validate } = known as { type?: string; validate: unknown };
  if (type !== "string") return undefined;
  return validate instanceof RegExp ? (text) => validate.test(text) : (validate as (text: string) => boolean);
}

/** What a generated decoder asks of a format: it was generated because the format is known. */
export function formatCheck(format: string): (text: string) => boolean {
  return stringFormat(format) ?? (() => true);
}

function definitionOf(format: string): unknown {
  return Object.hasOwn(fullFormats, format) ? fullFormats[format as keyof typeof fullFormats] : undefined;
}
