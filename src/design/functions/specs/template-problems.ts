/** How every function that takes a template refuses it: its syntax, what it reads, and a second one. */
import type { ProblemCode } from "../../problem-code.ts";

export const templateProblems: readonly ProblemCode[] = [
  "invalid_template",
  "template_unknown_field",
  "template_not_a_collection",
  "declared_twice",
];
