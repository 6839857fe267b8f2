/** The parameters that take parts of the design: blocks, types, and what other functions returned. */
import { type Block, Declaration } from "../expressions/declaration.ts";
import { type DesignType, isDesignType } from "../types/design-type.ts";
import { Any } from "../types/primitives.ts";
import { describeValue } from "./describe-value.ts";
import type { Parameter, Reading } from "./parameter.ts";

const required = { isOptional: false, isRest: false } as const;

export function block(name = "block"): Parameter<Block> {
  return {
    ...required,
    name,
    expects: "a block `() => { … }`",
    fits: isBlock,
    read: (value) => ({ value: value as Block }),
  };
}

export function type(name = "type"): Parameter<DesignType> {
  return {
    ...required,
    name,
    expects: "a type",
    // Nothing where a type is due is a type that was not there yet, which has to be told rather than passed over.
    fits: (value) => isDesignType(value) || isMistakenType(value) || value === undefined,
    read: readType,
  };
}

/** A type, or a block that describes an object in place. */
export interface Shape {
  readonly type?: DesignType;
  readonly block?: Block;
}

export function shape(name: string): Parameter<Shape> {
  return {
    ...required,
    name,
    expects: "a type, or a block of attributes",
    fits: () => true,
    read(value): Reading<Shape> {
      if (isBlock(value)) return { value: { block: value } };
      const reading = readType(value);
      if ("value" in reading) return { value: { type: reading.value } };
      return { fault: reading.fault, fallback: { value: { type: Any } } };
    },
  };
}

/** What a function of the DSL returned, told by its kind. */
export function declared<D extends Declaration>(name: string, expects: string, ...kinds: D["kind"][]): Parameter<D> {
  const isMeant = (value: unknown): value is D => value instanceof Declaration && kinds.includes(value.kind);
  return { ...required, name, expects, fits: isMeant, read: (value) => ({ value: value as D }) };
}

/** Either of two, the first one preferred. */
export function either<A, B>(name: string, first: Parameter<A>, second: Parameter<B>): Parameter<A | B> {
  return {
    ...required,
    name,
    expects: `${first.expects}, or ${second.expects}`,
    fits: (value) => first.fits(value) || second.fits(value),
    read: (value): Reading<A | B> => (first.fits(value) ? first.read(value) : second.read(value)),
  };
}

/** Constructors that people write for a type, and the types they mean. */
const mistaken: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [Number, "Int, Float64 or another number with its width"],
  [BigInt, "Int64 or UInt64"],
  [Object, "a block of attributes, or MapOf(String, …)"],
  [Array, "ArrayOf(…)"],
  [Map, "MapOf(String, …)"],
  [Date, 'String with Format("date-time")'],
  [Uint8Array, "Bytes"],
]);

function isMistakenType(value: unknown): boolean {
  return mistaken.has(value);
}

function isBlock(value: unknown): value is Block {
  return typeof value === "function" && !isDesignType(value) && !isMistakenType(value);
}

function readType(value: unknown): Reading<DesignType> {
  if (isDesignType(value)) return { value };
  const instead = mistaken.get(value);
  return {
    fault: {
      code: "invalid_type",
      message: `${describeValue(value)} is not a type`,
      hint:
        instead !== undefined
          ? `Write ${instead}.`
          : value === undefined
            ? "The type was not there yet when this block ran; is it declared in a module that imports this one?"
            : "Types are String, Boolean, Int, Float64, ArrayOf(…), MapOf(…), Type(…), or a Standard Schema such as zod's.",
    },
    fallback: { value: Any },
  };
}
