/**
 * Unions: the branch a value belongs to decides how it is carried. Branches that can be told apart on the wire are
 * sent as they are; others are sent as `{ variant, value }`.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { Codec } from "./codec.ts";

/** How sure it is that a value belongs to a branch, surest first; `declared` also has no property nobody declared. */
const FITS = ["declared", "surely", "perhaps"] as const;
export type Fit = (typeof FITS)[number];

export interface Branch {
  readonly codec: Codec;
  /** Whether an author's value belongs here. */
  owns(value: JsonValue, fit: Fit): boolean;
  /** Whether a wire value belongs here; `leniently` overlooks properties nobody declared. */
  ownsWire(value: JsonValue, leniently: boolean): boolean;
}

/** For branches of which at most one can own a wire value. */
export function oneOfDisjoint(branches: readonly Branch[]): Codec {
  return {
    isIdentity: false,
    encode: (value) => branchFor(branches, value)?.codec.encode(value) ?? value,
    decode(value) {
      const branch =
        branches.find((candidate) => candidate.ownsWire(value, false)) ??
        branches.find((candidate) => candidate.ownsWire(value, true));
      return branch === undefined ? value : branch.codec.decode(value);
    },
  };
}

export function oneOfTagged(branches: ReadonlyMap<string, Branch>): Codec {
  return {
    isIdentity: false,
    encode(value) {
      const branch = branchFor([...branches.values()], value);
      const variant = [...branches].find(([, candidate]) => candidate === branch)?.[0];
      return branch === undefined || variant === undefined ? value : { variant, value: branch.codec.encode(value) };
    },
    decode(value) {
      if (!isObject(value) || typeof value.variant !== "string" || !Object.hasOwn(value, "value")) return value;
      const branch = branches.get(value.variant);
      return branch === undefined ? (value as JsonValue) : branch.codec.decode(value.value as JsonValue);
    },
  };
}

function branchFor(branches: readonly Branch[], value: JsonValue): Branch | undefined {
  for (const fit of FITS) {
    const branch = branches.find((candidate) => candidate.owns(value, fit));
    if (branch !== undefined) return branch;
  }
  return undefined;
}
