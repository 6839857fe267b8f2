/**
 * The three ready-made rule sets. A mode is a unique, frozen object and rules in its own right, so it can stand
 * wherever rules can; a string that merely looks like its name is not one.
 */
import { messageOf } from "../errors/kigumi-error.ts";
import type { CompleteRules, Selection, ToolParamRules } from "./rules.ts";
import { toolRuleError } from "./tool-rule-error.ts";

// A class of its own, so that a mode is never mistaken for a plain rules object.
class Mode implements CompleteRules {
  readonly name: string;
  readonly allow: Selection;
  readonly deny: Selection;
  readonly params: ToolParamRules = Object.freeze({});

  constructor(name: string, allow: Selection, deny: Selection) {
    this.name = name;
    this.allow = Object.freeze(allow);
    this.deny = Object.freeze(deny);
    Object.freeze(this);
  }
}

export const ToolRulesMode = Object.freeze({
  ALLOW_ALL: new Mode("ALLOW_ALL", "*", []),
  DENY_ALL: new Mode("DENY_ALL", [], "*"),
  /** No opinion of its own: what the tools' providers recommend. */
  RECOMMENDED: new Mode("RECOMMENDED", null, null),
});

export type ToolRulesMode = (typeof ToolRulesMode)[keyof typeof ToolRulesMode];

const modes: ReadonlySet<unknown> = new Set(Object.values(ToolRulesMode));

export function isToolRulesMode(value: unknown): value is ToolRulesMode {
  return modes.has(value);
}

/** A fresh rules object with what the mode stands for. Throws E9 for anything that is not a mode. */
export function toolRulesFromMode(mode: ToolRulesMode): CompleteRules {
  if (!isToolRulesMode(mode)) throw toolRuleError("E9", { mode: messageOf(mode) });
  return { allow: mode.allow, deny: mode.deny, params: {} };
}
