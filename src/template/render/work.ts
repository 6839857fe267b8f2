/**
 * The limits of one rendering. A step is a node visited, a turn of a `range`, or a character that a function reads or
 * writes; so neither nested ranges nor strings that grow from variable to variable can exhaust the process.
 */
import { TemplateError, type TemplateErrorOptions } from "../template-error.ts";

export const maxOutputLength: number = 1024 * 1024;
const maxSteps = 10_000_000;

/** Without a code, a value is of the wrong type. */
export type ProblemDetails = Partial<Pick<TemplateErrorOptions, "code" | "data" | "cause">>;

export class Work {
  readonly #source: string;
  #at = 0;
  #steps = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Says where the work is done from here on, for the errors. */
  moveTo(at: number): void {
    this.#at = at;
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) {
      throw this.problem(`rendering takes more than ${maxSteps} steps; range over fewer items`, {
        code: "template_too_large",
      });
    }
  }

  /** Text that is being put together: refused as soon as it is longer than any output may be. */
  checkLength(length: number): void {
    if (length > maxOutputLength) {
      throw this.problem(`the text grows beyond ${maxOutputLength} characters; shorten it with truncate or slice`, {
        code: "template_too_large",
      });
    }
  }

  problem(message: string, details: ProblemDetails = {}): TemplateError {
    return new TemplateError({ code: "template_wrong_type", ...details, message, source: this.#source, at: this.#at });
  }
}
