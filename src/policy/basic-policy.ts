/**
 * The basic engine's dialect: lists of tools and tags to allow or block. Blocking wins; a list of allowed tools replaces
 * a list of allowed tags; an empty list is no filter at all.
 */
import { KigumiError } from "../errors/kigumi-error.ts";
import type { Rules, Selector } from "./rules.ts";
import { exactly, tagSelector } from "./selector.ts";

export interface BasicPolicy {
  readonly allowTools?: readonly string[];
  readonly blockTools?: readonly string[];
  readonly allowTags?: readonly string[];
  readonly blockTags?: readonly string[];
}

export function fromBasicPolicy(policy: BasicPolicy): Rules {
  const allowTools = selectorsOf(policy, "allowTools", exactly);
  const allowTags = selectorsOf(policy, "allowTags", tagSelector);
  const allowed = allowTools.length > 0 ? allowTools : allowTags;
  return {
    allow: allowed.length > 0 ? Object.freeze(allowed) : null,
    deny: Object.freeze([
      ...selectorsOf(policy, "blockTools", exactly),
      ...selectorsOf(policy, "blockTags", tagSelector),
    ]),
    params: {},
  };
}

function selectorsOf(policy: BasicPolicy, key: keyof BasicPolicy, toSelector: (name: string) => Selector): Selector[] {
  const names: unknown = policy[key] ?? [];
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names.map(toSelector);
  // An unreadable block list must not turn into "blocks nothing".
  throw new KigumiError({ code: "invalid_policy", message: `"${key}" has to be a list of texts`, data: { key } });
}
