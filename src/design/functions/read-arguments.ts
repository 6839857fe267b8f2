/** Matches the arguments of a call with the parameters of its function, and says everything that is wrong with them. */
import type { Fault } from "../problem.ts";
import { describeValue } from "./describe-value.ts";
import { type FunctionSpec, signatureOf } from "./function-spec.ts";
import type { Parameter } from "./parameter.ts";

export interface ReadArguments {
  /** One for each parameter. */
  readonly values: readonly unknown[];
  readonly faults: readonly Fault[];
  /** Whether the function can do something sensible with the values, however wrong the call was. */
  readonly isUsable: boolean;
}

export function readArguments(spec: FunctionSpec, args: readonly unknown[]): ReadArguments {
  const reader = new ArgumentReader(spec, args);
  for (const parameter of spec.parameters) reader.take(parameter);
  reader.refuseRest();
  return reader;
}

class ArgumentReader implements ReadArguments {
  readonly values: unknown[] = [];
  readonly faults: Fault[] = [];
  isUsable = true;
  readonly #spec: FunctionSpec;
  readonly #left: unknown[];

  constructor(spec: FunctionSpec, args: readonly unknown[]) {
    this.#spec = spec;
    this.#left = [...args];
  }

  take(parameter: Parameter<unknown>): void {
    const index = this.#indexFor(parameter);
    if (parameter.isRest) this.#takeRest(parameter);
    else if (index >= 0) this.#read(parameter, this.#left.splice(index, 1)[0]);
    else if (parameter.isOptional) this.#passOver();
    else if (this.#left.length === 0) this.#miss(parameter);
    else this.#refuse(`${parameter.name} has to be ${parameter.expects}, not ${describeValue(this.#left.shift())}`);
  }

  refuseRest(): void {
    for (const value of this.#left) {
      if (value !== undefined) this.#fault(`${describeValue(value)} is one argument too many, or in the wrong place`);
    }
  }

  #indexFor(parameter: Parameter<unknown>): number {
    if (this.#spec.inAnyOrder) return this.#left.findIndex((value) => parameter.fits(value));
    return this.#left.length > 0 && parameter.fits(this.#left[0]) ? 0 : -1;
  }

  /** An argument may be left out, or be given as undefined. */
  #passOver(): void {
    if (this.#left.length > 0 && this.#left[0] === undefined) this.#left.shift();
    this.values.push(undefined);
  }

  #takeRest(parameter: Parameter<unknown>): void {
    const given = this.#left.splice(0);
    for (const value of given.filter((each) => !parameter.fits(each))) {
      this.#fault(`${parameter.name} have to be ${parameter.expects}, not ${describeValue(value)}`);
    }
    const fitting = given.filter((value) => parameter.fits(value));
    if (given.length > 0 || parameter.isOptional) this.#read(parameter, fitting);
    else this.#miss(parameter);
  }

  #read(parameter: Parameter<unknown>, value: unknown): void {
    const reading = parameter.read(value);
    if ("value" in reading) {
      this.values.push(reading.value);
      return;
    }
    this.faults.push({ ...reading.fault, message: `${this.#spec.name}: ${reading.fault.message}` });
    this.values.push(reading.fallback?.value);
    if (reading.fallback === undefined) this.isUsable = false;
  }

  #miss(parameter: Parameter<unknown>): void {
    this.faults.push({
      code: "missing_argument",
      message: `${this.#spec.name} needs ${parameter.name}: ${parameter.expects}`,
      hint: `Call it as ${signatureOf(this.#spec)}.`,
    });
    this.values.push(undefined);
    this.isUsable = false;
  }

  #refuse(message: string): void {
    this.#fault(message);
    this.values.push(undefined);
    this.isUsable = false;
  }

  #fault(message: string): void {
    const hint = `Call it as ${signatureOf(this.#spec)}.`;
    this.faults.push({ code: "invalid_argument", message: `${this.#spec.name}: ${message}`, hint });
  }
}
