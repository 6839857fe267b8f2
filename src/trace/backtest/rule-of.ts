/** The rule that settled a decision, in the words of the rules themselves, so that people find it in their file. */
import type { Decision } from "../../policy/decision.ts";

export function ruleOf(decision: Decision): string {
  if (decision.effect === "deny" && decision.violation !== undefined) {
    const { param, constraint, expected } = decision.violation;
    return `params: ${param} ${constraint} ${JSON.stringify(expected)}`;
  }
  const { effect, matched, reason } = decision;
  if (matched === undefined) return reason;
  return `${effect}: ${typeof matched === "string" ? matched : `calls of ${matched.tool} by their arguments`}`;
}
