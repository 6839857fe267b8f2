/**
 * A parameter of a DSL function as data: how the reference page calls it, which values are meant for it, and what is
 * wrong with a value that is. The functions themselves read their arguments through this, so the page cannot drift.
 */
import type { Fault } from "../problem.ts";

/** A value as the function uses it, or what is wrong with it; a function goes on with a `fallback`, if there is one. */
export type Reading<T> = { readonly value: T } | { readonly fault: Fault; readonly fallback?: { readonly value: T } };

export interface Parameter<T> {
  readonly name: string;
  /** What it has to be, as a phrase: `a duration such as "2m"`. */
  readonly expects: string;
  readonly isOptional: boolean;
  /** Takes all arguments that are left. */
  readonly isRest: boolean;
  /** What leaving it out means. */
  readonly whenAbsent?: string;
  /** Whether a value is meant for this parameter at all, and not for one after it. */
  fits(value: unknown): boolean;
  read(value: unknown): Reading<T>;
}

/** The types of the values that a function receives for its parameters. */
export type ValuesOf<P extends readonly Parameter<unknown>[]> = {
  [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

export function optional<T>(parameter: Parameter<T>, whenAbsent?: string): Parameter<T | undefined> {
  return { ...parameter, isOptional: true, ...(whenAbsent === undefined ? {} : { whenAbsent }) };
}

/** All arguments that are left, at least one of them; those that are wrong are told and left out. */
export function rest<T>(parameter: Parameter<T>): Parameter<readonly T[]> {
  return { ...parameter, isRest: true, read: readAll(parameter) };
}

/** As `rest`, but there may be none. */
export function optionalRest<T>(parameter: Parameter<T>): Parameter<readonly T[]> {
  return { ...rest(parameter), isOptional: true };
}

function readAll<T>(parameter: Parameter<T>): (values: unknown) => Reading<readonly T[]> {
  return (values) => {
    const readings = (values as readonly unknown[]).map((value) => parameter.read(value));
    const good = readings.flatMap((reading) => ("value" in reading ? [reading.value] : []));
    const bad = readings.find((reading) => "fault" in reading);
    return bad === undefined ? { value: good } : { fault: bad.fault, fallback: { value: good } };
  };
}
