/**
 * What can go wrong with a template, always with the line and column it went wrong at. Parsing fails with
 * `invalid_template` alone; the other codes belong to rendering, where the data may not be what the template expects.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { positionsIn } from "./source-position.ts";

export type TemplateErrorCode =
  /** The source does not follow the syntax, or uses a part of Go's language that is not supported. */
  | "invalid_template"
  /** A key that the template reads is not in the data. */
  | "template_missing_key"
  /** Two keys of the data have the Go spelling that the template uses. */
  | "template_ambiguous_key"
  /** A function or a `range` was given a value it cannot work with. */
  | "template_wrong_type"
  /** The output or the work to make it exceeds the limits. */
  | "template_too_large"
  /** A function that was handed in threw. */
  | "template_function_failed";

export interface TemplateErrorOptions {
  code: TemplateErrorCode;
  message: string;
  source: string;
  /** Where in the source, as an offset. */
  at: number;
  data?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

export class TemplateError extends KigumiError {
  declare readonly code: TemplateErrorCode;
  readonly line: number;
  readonly column: number;

  constructor({ code, message, source, at, data, cause }: TemplateErrorOptions) {
    const { line, column } = positionsIn(source)(at);
    super({ code, message: `${message} (template ${line}:${column})`, data: { ...data, line, column }, cause });
    this.line = line;
    this.column = column;
  }
}
