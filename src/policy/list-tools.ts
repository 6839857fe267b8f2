/**
 * What a model may see: the tools that some call could be allowed for, in the order given. It asks the same question
 * as a call without arguments and never authorizes, so listing has no side effect and throws nothing.
 */
import { decide } from "./decide.ts";
import type { Policy, PolicySubject, Rules } from "./rules.ts";

export function listTools<T extends PolicySubject>(rules: Rules | Policy, tools: Iterable<T>): T[] {
  return Array.from(tools).filter((tool) => decide(rules, tool).effect !== "deny");
}
