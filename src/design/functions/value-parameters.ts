/** The parameters that take plain values: names, texts, numbers, durations, words. */
import { parseDuration } from "../../duration/duration.ts";
import { didYouMean } from "../../errors/did-you-mean.ts";
import { messageOf } from "../../errors/kigumi-error.ts";
import { fieldNameFault, nameFault } from "../names/name-fault.ts";
import type { Parameter, Reading } from "./parameter.ts";

const required = { isOptional: false, isRest: false } as const;

/** A name that becomes part of ids and of file names. */
export function name(name = "name"): Parameter<string> {
  return {
    ...required,
    name,
    expects: "a name",
    fits: isText,
    read(value) {
      const fault = nameFault(String(value));
      return fault === undefined ? { value: String(value) } : { fault, fallback: { value: "" } };
    },
  };
}

/** A name of a field: any key of JSON but one that changes the object it is in. */
export function fieldName(name = "field"): Parameter<string> {
  return {
    ...required,
    name,
    expects: "the name of a field",
    fits: isText,
    read(value) {
      const fault = fieldNameFault(String(value));
      return fault === undefined ? { value: String(value) } : { fault, fallback: { value: "" } };
    },
  };
}

/** A text that may say anything but nothing. */
export function text(name: string): Parameter<string> {
  return {
    ...required,
    name,
    expects: "a text",
    fits: isText,
    read(value) {
      if (String(value).trim() !== "") return { value: String(value) };
      return {
        fault: {
          code: "invalid_argument",
          message: `${name} is empty`,
          hint: `Give ${name} a text, or leave the call out.`,
        },
      };
    },
  };
}

/** A text that may be empty, as descriptions are. */
export function remark(name = "description"): Parameter<string> {
  return { ...required, name, expects: "a text", fits: isText, read: (value) => ({ value: String(value) }) };
}

export function duration(name = "duration"): Parameter<string> {
  return {
    ...required,
    name,
    expects: 'a duration such as "300ms", "2m" or "1h30m"',
    fits: isText,
    read(value) {
      try {
        if (parseDuration(String(value)) > 0) return { value: String(value) };
        return { fault: { code: "invalid_duration", message: "a duration of nothing leaves no time at all" } };
      } catch (error) {
        return { fault: { code: "invalid_duration", message: messageOf(error) } };
      }
    },
  };
}

export function wholeNumber(name: string, least: number): Parameter<number> {
  return {
    ...required,
    name,
    expects: least === 0 ? "a whole number, 0 or more" : "a whole number above 0",
    fits: isNumber,
    read(value) {
      if (Number.isSafeInteger(value) && Number(value) >= least) return { value: Number(value) };
      const expected = least === 0 ? "a whole number that is 0 or more" : "a whole number above 0";
      return { fault: { code: "invalid_number", message: `${name} has to be ${expected}, not ${value}` } };
    },
  };
}

export function anyNumber(name: string): Parameter<number> {
  return {
    ...required,
    name,
    expects: "a number",
    fits: isNumber,
    read(value) {
      if (Number.isFinite(value)) return { value: Number(value) };
      return { fault: { code: "invalid_number", message: `${name} has to be a finite number, not ${value}` } };
    },
  };
}

export function flag(name: string): Parameter<boolean> {
  return {
    ...required,
    name,
    expects: "true or false",
    fits: (value) => typeof value === "boolean",
    read: (value) => ({ value: value === true }),
  };
}

/** One of a few words, however they are capitalized. */
export function choice<const W extends string>(name: string, words: readonly W[]): Parameter<W> {
  const listed = words.map((word) => JSON.stringify(word)).join(", ");
  return {
    ...required,
    name,
    expects: `one of ${listed}`,
    fits: isText,
    read(value): Reading<W> {
      const said = String(value).trim().toLowerCase();
      const word = words.find((each) => each === said);
      if (word !== undefined) return { value: word };
      const meant = didYouMean(
        said,
        words.filter((each) => each !== ""),
      );
      return {
        fault: {
          code: "invalid_choice",
          message: `${name} has to be one of ${listed}, not ${JSON.stringify(value)}`,
          hint: meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`,
        },
      };
    },
  };
}

/** Anything; whether it fits is for whoever knows the type it has to be of. */
export function anyValue(name = "value"): Parameter<unknown> {
  return { ...required, name, expects: "a value", fits: () => true, read: (value) => ({ value }) };
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}
