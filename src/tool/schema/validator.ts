/** What a compiled schema does: one value in, the typed value or everything that is wrong with it out. */
import type { ValidationIssue } from "./validation-issue.ts";

export type Validated =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

/** Synchronous unless the schema itself has asynchronous checks. */
export type Validator = (value: unknown) => Validated | Promise<Validated>;
