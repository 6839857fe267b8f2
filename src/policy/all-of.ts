/**
 * A policy that allows what each of its parts allows: adding a part can only tighten it. The strictest answer wins,
 * and its reason names the part that gave it. Without parts there is nothing to object.
 *
 * To widen what one set of rules allows by another, see `mergeRules`.
 */
import type { JsonObject } from "../json/json.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { explain } from "./explain.ts";
import type { Policy, PolicySubject, Rules } from "./rules.ts";
import { isStricter } from "./strictness.ts";

export function allOf(...policies: readonly (Rules | Policy)[]): Policy {
  const nameOf = (index: number): string => `policy ${index + 1} of ${policies.length}`;

  return {
    decide(tool: PolicySubject, args?: JsonObject): Decision {
      let strictest: Decision = { effect: "allow", reason: "every policy allows it" };
      for (const [index, policy] of policies.entries()) {
        const decision = decide(policy, tool, args);
        if (!isStricter(decision.effect, strictest.effect)) continue;
        strictest = { ...decision, reason: `${nameOf(index)}: ${decision.reason}` };
        if (decision.effect === "deny") break;
      }
      return strictest;
    },

    explain(tool: PolicySubject, args?: JsonObject): readonly string[] {
      return policies.flatMap((policy, index) => {
        const [verdict, ...lines] = explain(policy, tool, args).split("\n");
        return [`${nameOf(index)}: ${verdict}`, ...lines];
      });
    },
  };
}
