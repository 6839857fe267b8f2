/**
 * Picks the tools a security policy allows from a table of definitions, in the table's order. Pure, and by name alone:
 * names the policy knows and the table does not are ignored, and nothing is authorized by being listed.
 */
import { decide } from "./decide.ts";
import { fromSecurityPolicy, type SecurityPolicyConfig } from "./security-policy.ts";

export function selectAllowedTools<Name extends string, Definition>(
  definitions: Readonly<Record<Name, Definition>>,
  policy: SecurityPolicyConfig<NoInfer<Name>>,
): Definition[] {
  const rules = fromSecurityPolicy(policy);
  return Object.entries<Definition>(definitions)
    .filter(([name]) => decide(rules, { id: name }).effect === "allow")
    .map(([, definition]) => definition);
}
