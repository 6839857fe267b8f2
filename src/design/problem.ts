/**
 * One thing that is wrong, or doubtful, about a design: a stable code for programs; where in the design and where in
 * the source for editors; what is wrong and what to do for people.
 */
import type { ProblemCode } from "./problem-code.ts";
import type { CallSite } from "./source/call-site.ts";

export interface DesignProblem {
  readonly code: ProblemCode;
  /** An error keeps the design from having a model; a warning is kept in the model. */
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The DSL path, as in `orchestrator › chat › docs › search`; empty at the top level. */
  readonly path: string;
  /** The file of the call, readable rather than a URL; empty when it cannot be told. */
  readonly file: string;
  /** Counted from 1; 0 when it cannot be told. */
  readonly line: number;
  readonly column: number;
  /** What to do about it. */
  readonly hint?: string;
}

/** What is wrong, before it is known where. */
export interface Fault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly severity?: "error" | "warning";
}

/** Where in a design something stands. */
export interface Place {
  readonly site: CallSite;
  readonly path: readonly string[];
}

/** A value with the place it was given at. */
export interface Located<T> extends Place {
  readonly value: T;
}

export function problemAt({ code, message, hint, severity = "error" }: Fault, { site, path }: Place): DesignProblem {
  return {
    code,
    severity,
    message,
    path: path.filter((name) => name !== "").join(" › "),
    ...site.position,
    ...(hint === undefined ? {} : { hint }),
  };
}
