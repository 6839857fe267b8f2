/**
 * Restrictions of the form "this parameter, if it is given, has to be this", as parameter rules: they are decided with
 * all others, and a call that breaks one is refused with the tool and the parameter by name.
 */
import type { JsonValue } from "../../json/json.ts";
import type { ParamRule, ToolParamRules } from "../../policy/rules.ts";

/** By tool and parameter. */
export type ParameterRestrictions = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/** For `params` of rules. A null argument is one that was not given. */
export function parameterRules(restrictions: ParameterRestrictions): ToolParamRules {
  const rulesFor = (values: Readonly<Record<string, JsonValue>>): Record<string, ParamRule> =>
    Object.fromEntries(Object.entries(values).map(([param, value]) => [param, { enum: [value, null] }]));
  return Object.fromEntries(Object.entries(restrictions).map(([tool, values]) => [tool, rulesFor(values)]));
}
