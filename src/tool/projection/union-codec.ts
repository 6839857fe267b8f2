/**
 * Unions: the branch a value belongs to decides how it is carried. Branches that can be told apart on the wire are
 * sent as they are; others are sent as `{ variant, value }`.
 */
import { isObject, type JsonValue } from "../../json/json.ts";
import type { Codec } from "./codec.ts";

/** How sure it is that a value belongs to a branch, surest first; `declared` also has no property nobody declared. */
const FITS = ["declared", "surely", "perhaps"] as const;
type Fit = (typeof FITS)[number];

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

export interface TaggedBranch extends Branch {
  readonly variant: string;
}

export function oneOfTagged(branches: readonly TaggedBranch[]): Codec {
  return {
    isIdentity: false,
    encode(value) {
      const branch = branchFor(branches, value);
      return branch === undefined ? value : { variant: branch.variant, value: branch.codec.encode(value) };
    },
    decode(value) {
      if (!isObject(value) || !Object.hasOwn(value, "value")) return value;
      const branch = branches.find(({ variant }) => variant === value.variant);
      return branch === undefined ? (value as JsonValue) : branch.codec.decode(value.value as JsonValue);
    },
  };
}

function branchFor<B extends Branch>(branches: readonly B[], value: JsonValue): B | undefined {
  for (const fit of FITS) {
    const branch = branches.find((candidate) => candidate.owns(value, fit));
    if (branch !== undefined) return branch;
  }
  return undefined;
}
