/**
 * What may be called, and with which arguments. `Rules` are data, read in the order deny, confirm, allow, unmatched;
 * a `Policy` is anything else that can answer the same question. Whatever takes one takes the other.
 */
import type { JsonObject, JsonValue } from "../json/json.ts";
import type { Decision } from "./decision.ts";

export type Effect = "allow" | "deny" | "confirm";

/** Selects calls of one tool by their arguments. Has to answer with a boolean; anything else counts against the call. */
export interface ArgumentMatcher {
  readonly tool: string;
  readonly args: (args: JsonObject) => boolean;
}

/** A tool id, `tag:` and a tag, or an argument matcher. */
export type Selector = string | ArgumentMatcher;

/** `null` is no opinion, `"*"` is everything, a list is what it selects. */
export type Selection = null | "*" | readonly Selector[];

/** What is left out is no opinion; but rules with neither `allow` nor `deny` are not understood, and deny everything. */
export interface Rules {
  readonly allow?: Selection;
  readonly deny?: Selection;
  readonly confirm?: Selection;
  readonly params?: ToolParamRules;
  /** For tools that nothing selects. Default: allow when `allow` is null, deny when it is a list. */
  readonly unmatched?: Effect;
}

/** Every part said: what normalizing and merging give. */
export interface CompleteRules extends Rules {
  readonly allow: Selection;
  readonly deny: Selection;
  readonly params: ToolParamRules;
}

/** Constraints by tool id and top-level parameter; `null` lifts what an earlier layer set. */
export interface ToolParamRules {
  readonly [toolId: string]: { readonly [param: string]: ParamRule | null } | null;
}

/** The subset of JSON Schema a parameter can be held to. It applies to arguments that are present. */
export interface ParamRule {
  readonly type?: ParamType | readonly ParamType[];
  readonly enum?: readonly JsonValue[];
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Found anywhere in the text; RE2 syntax, so that no pattern can hang the process. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type ParamType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export interface Policy {
  decide(tool: PolicySubject, args?: JsonObject): Decision;
  /** The lines below the verdict in `explain`'s answer. */
  explain?(tool: PolicySubject, args?: JsonObject): readonly string[];
}

/** What rules look at. A tool spec fits, and so does a tool, whose tags are found on its spec. */
export interface PolicySubject {
  readonly id: string;
  readonly tags?: readonly string[];
  readonly spec?: { readonly tags?: readonly string[] };
}

/** True for a policy that answers for itself, false for rules (and for what is neither). */
export function isPolicy(value: unknown): value is Policy {
  return typeof value === "object" && value !== null && "decide" in value && typeof value.decide === "function";
}
