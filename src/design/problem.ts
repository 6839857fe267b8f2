/**
 * One thing that is wrong, or doubtful, about a design: a stable code for programs; where in the design and where in
 * the source for editors; what is wrong and what to do for people.
 */

export interface DesignProblem {
  readonly code: string;
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
