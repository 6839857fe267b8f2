/**
 * The one error family of this package. Every failure that crosses a boundary is a `KigumiError`: a stable `code`
 * for programs, a message that says what happened and what to do for people, and whether trying again can help.
 */

// Registered symbol: two copies of this package in one process still recognise each other's errors.
const brand = Symbol.for("kigumi.error");

export interface KigumiErrorOptions {
  code: string;
  message: string;
  /** Whether the same call may succeed when tried again unchanged. Default false. */
  isRetryable?: boolean;
  /** Structured facts for programs. Never secrets: this is logged. */
  data?: unknown;
  cause?: unknown;
}

export class KigumiError extends Error {
  readonly code: string;
  readonly isRetryable: boolean;
  readonly data?: unknown;

  constructor({ code, message, isRetryable = false, data, cause }: KigumiErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.isRetryable = isRetryable;
    if (data !== undefined) this.data = data;
  }

  get [brand](): true {
    return true;
  }

  /** Recognises errors of this family across bundles, where `instanceof` does not. */
  static isInstance(error: unknown): error is KigumiError {
    return typeof error === "object" && error !== null && brand in error;
  }
}

/** The funnel from anything that can be thrown to the one family; used at every boundary. */
export function toKigumiError(thrown: unknown, code = "unexpected"): KigumiError {
  if (KigumiError.isInstance(thrown)) return thrown;
  return new KigumiError({ code, message: messageOf(thrown), cause: thrown });
}

/** A readable text for anything that was thrown, including strings, plain objects and objects that refuse conversion. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message || thrown.name;
  if (typeof thrown === "string") return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
