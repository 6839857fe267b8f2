/**
 * Makes the functions of the DSL from their specs. A function that belongs into a block finds the block that is
 * running, checks that it may be there, and reads its arguments; one that declares keeps its call for later.
 */
import { DesignError } from "../design-error.ts";
import type { ContextName, Frame, FrameOf } from "../evaluation/contexts.ts";
import { currentEvaluation } from "../evaluation/current-evaluation.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { DeclaringCall } from "../expressions/declaration.ts";
import { type Fault, type Located, type Place, problemAt } from "../problem.ts";
import { CallSite } from "../source/call-site.ts";
import type { FunctionSpec } from "./function-spec.ts";
import type { Parameter, ValuesOf } from "./parameter.ts";
import { readArguments } from "./read-arguments.ts";

/** A call in a block: the block, what it fills, and where the call stands. */
export type Call<C extends ContextName> = FrameOf<C> & Place & CallServices;

export interface CallServices {
  readonly evaluation: Evaluation;
  report(fault: Fault): void;
  at<T>(value: T): Located<T>;
}

/** What a call does, once it is known where it stands. */
export type Invoke<R> = (site: CallSite, args: readonly unknown[]) => R;

const specsOfFunctions = new WeakMap<object, readonly FunctionSpec[]>();

/** The specs a function was made from, one for each form it has; none when it is not of the DSL. */
export function specsOf(value: unknown): readonly FunctionSpec[] {
  return typeof value === "function" ? (specsOfFunctions.get(value) ?? []) : [];
}

export function defineFunction<R>(specs: readonly FunctionSpec[], invoke: Invoke<R>): (...args: unknown[]) => R {
  const designFunction = (...args: unknown[]): R => invoke(new CallSite(designFunction), args);
  specsOfFunctions.set(designFunction, specs);
  return designFunction;
}

/** A function that speaks to the block around it. */
export function blockFunction<C extends ContextName, P extends readonly Parameter<unknown>[]>(
  spec: FunctionSpec<C, P>,
  body: (call: Call<C>, ...values: ValuesOf<P>) => void,
): (...args: unknown[]) => void {
  return defineFunction([spec], inBlock(spec, body));
}

/** A function that declares: it needs no block, and what is wrong with its call is told when a design reaches it. */
export function declaringFunction<P extends readonly Parameter<unknown>[], R>(
  spec: FunctionSpec<never, P>,
  body: (call: DeclaringCall, ...values: Partial<ValuesOf<P>>) => R,
): (...args: unknown[]) => R {
  return defineFunction([spec], asDeclaration(spec, body));
}

/** Undefined when the call is out of place, or too wrong to do anything with. */
export function inBlock<C extends ContextName, P extends readonly Parameter<unknown>[], R>(
  spec: FunctionSpec<C, P>,
  body: (call: Call<C>, ...values: ValuesOf<P>) => R,
): Invoke<R | undefined> {
  return (site, args) => {
    const evaluation = currentEvaluation();
    const frame = evaluation?.frame;
    if (evaluation === undefined || frame === undefined) {
      throw new DesignError([problemAt(outside(spec), { site, path: [] })]);
    }
    const place: Place = { site, path: frame.path };
    const report = (fault: Fault) => evaluation.report(fault, place);
    if (!isIn(frame, spec.contexts)) {
      report(misplaced(spec, frame.context));
      return undefined;
    }
    const { values, faults, isUsable } = readArguments(spec, args);
    for (const fault of faults) report(fault);
    if (!isUsable) return undefined;
    const services: CallServices = { evaluation, report, at: (value) => ({ ...place, value }) };
    return body({ ...frame, ...place, ...services }, ...(values as ValuesOf<P>));
  };
}

export function asDeclaration<P extends readonly Parameter<unknown>[], R>(
  spec: FunctionSpec<never, P>,
  body: (call: DeclaringCall, ...values: Partial<ValuesOf<P>>) => R,
): Invoke<R> {
  return (site, args) => {
    const { values, faults } = readArguments(spec, args);
    return body({ site, faults }, ...(values as ValuesOf<P>));
  };
}

function isIn<C extends ContextName>(frame: Frame, contexts: readonly C[]): frame is FrameOf<C> {
  return (contexts as readonly ContextName[]).includes(frame.context);
}

function outside({ name, contexts }: FunctionSpec): Fault {
  return {
    code: "outside_evaluation",
    message: `${name} was called outside of every block, so there is nothing it could belong to`,
    hint: `Call it in the block of ${listContexts(contexts)}, and hand the module to evaluate().`,
  };
}

function misplaced({ name, contexts }: FunctionSpec, context: ContextName): Fault {
  return {
    code: "wrong_context",
    message: `${name} cannot be used in ${listContexts([context])}`,
    hint: `It belongs into ${listContexts(contexts)}.`,
  };
}

function listContexts(contexts: readonly ContextName[]): string {
  const names = contexts.map((context) => (context === "Schema" ? "a block that describes a type" : context));
  return names.join(", ").replace(/, ([^,]*)$/, " or $1");
}
