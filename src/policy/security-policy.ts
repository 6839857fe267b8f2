/**
 * The toolkit's dialect: a level per tool name and a default for the rest, `tools[name] ?? defaultPolicy`. Only an own,
 * exact `"allow"` allows; any other level denies.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import { isObject } from "../json/json.ts";
import type { Rules } from "./rules.ts";
import { exactly } from "./selector.ts";

export type PolicyLevel = "allow" | "deny";

export interface SecurityPolicyConfig<Name extends string = string> {
  readonly tools: { readonly [ToolName in Name]?: PolicyLevel };
  readonly defaultPolicy: PolicyLevel;
}

export function fromSecurityPolicy(policy: SecurityPolicyConfig): Rules {
  if (!isObject(policy) || !isObject(policy.tools)) {
    throw new KigumiError({
      code: "invalid_policy",
      message:
        'a security policy needs "tools", an object of levels by tool name (it may be empty), and "defaultPolicy"',
    });
  }
  const levels = Object.entries(policy.tools).filter(([, level]) => level !== undefined && level !== null);
  const allowed = levels.filter(([, level]) => level === "allow");
  const denied = levels.filter(([, level]) => level !== "allow");
  return {
    allow: policy.defaultPolicy === "allow" ? "*" : Object.freeze(allowed.map(([name]) => exactly(name))),
    deny: Object.freeze(denied.map(([name]) => exactly(name))),
    params: {},
  };
}
