/** What the parts of the rewriting engine share: where they are, what they may ask of each other, what they return. */
import type { JsonSchema, JsonSchemaNode } from "../schema/json-schema.ts";
import type { Codec } from "./codec.ts";
import type { Dialect } from "./dialect.ts";

/** One node in the dialect's terms, and the way there and back. */
export interface Rewritten {
  readonly schema: JsonSchema;
  readonly codec: Codec;
}

export interface Place {
  /** JSON Pointer of the node in the author's schema. */
  readonly path: string;
  readonly isRoot: boolean;
  /** References followed for this very value; meeting one again means a type that is nothing but itself. */
  readonly chain: ReadonlySet<JsonSchemaNode>;
  /** References written out on the way from the root; meeting one again means a recursive type. */
  readonly inlined: ReadonlySet<JsonSchemaNode>;
}

/** Something the dialect cannot say, and what became of it. */
export interface ProjectionLoss {
  /** JSON Pointer of the node in the author's schema, as draft 2020-12 spells it; empty for the root. */
  readonly path: string;
  readonly keyword: string;
  readonly what: string;
}

export interface RewriteContext {
  readonly dialect: Dialect;
  rewrite(node: JsonSchemaNode, place: Place): Rewritten;
  /** Sends values of this node as JSON text, and says why. */
  asText(node: JsonSchemaNode, place: Place, keyword: string, why: string): Rewritten;
  lose(place: Place, keyword: string, what: string): void;
  /** Follows a reference in the author's document. */
  readonly resolve: (ref: string) => JsonSchemaNode | undefined;
  /** Follows a reference the engine wrote; undefined while its target is still being made. */
  readonly resolveWire: (ref: string) => JsonSchemaNode | undefined;
}

export const rootPlace: Place = { path: "", isRoot: true, chain: new Set(), inlined: new Set() };

/** The place of a value inside the value at `place`. */
export function inside(place: Place, ...tokens: readonly (string | number)[]): Place {
  return { ...place, path: pointer(place.path, tokens), isRoot: false, chain: new Set() };
}

/** The place of another schema for the same value. */
export function beside(place: Place, ...tokens: readonly (string | number)[]): Place {
  return { ...place, path: pointer(place.path, tokens), isRoot: false };
}

function pointer(path: string, tokens: readonly (string | number)[]): string {
  return [path, ...tokens.map((token) => `${token}`.replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}
