/**
 * What a call that needs no surrounding block returns: the call itself, kept as data. Nothing happens until an
 * evaluation reaches it, and nothing of an evaluation is kept in it, so a module can be evaluated as often as wanted.
 */
import type { Fault } from "../problem.ts";
import type { CallSite } from "../source/call-site.ts";

/** Told by every copy of this package, so that a design made with another one is known for what it is. */
const brand: unique symbol = Symbol.for("kigumi.design.declaration");

export class Declaration<Kind extends string = string> {
  readonly kind: Kind;
  readonly site: CallSite;
  /** What was wrong with the call; told by each evaluation that reaches it. */
  readonly faults: readonly Fault[];

  constructor(kind: Kind, site: CallSite, faults: readonly Fault[]) {
    this.kind = kind;
    this.site = site;
    this.faults = faults;
  }

  get [brand](): true {
    return true;
  }
}

export function isOfAnotherCopy(value: unknown): boolean {
  return typeof value === "object" && value !== null && brand in value && !(value instanceof Declaration);
}

/** The facts of a call, as far as every declaration keeps them. */
export interface DeclaringCall {
  readonly site: CallSite;
  readonly faults: readonly Fault[];
}

export function declare<D extends Declaration>(
  kind: D["kind"],
  { site, faults }: DeclaringCall,
  facts: Omit<D, keyof Declaration>,
): D {
  return Object.freeze(Object.assign(new Declaration(kind, site, faults), facts)) as unknown as D;
}

/** What a block of the DSL is: it declares by calling, and returns nothing. */
export type Block = () => void;
