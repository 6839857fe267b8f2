/**
 * Joins rules into one set by union: every allow, every deny and every confirm of every layer counts. `null` changes
 * nothing, `"*"` absorbs the rest, and where two layers constrain the same parameter the later one wins.
 *
 * A union of allows can only widen and a union of denies can only narrow. For "each of these must agree", see `allOf`.
 */
import { isObject } from "../json/json.ts";
import { normalizeToolRules, type ToolRulesInput } from "./normalize-tool-rules.ts";
import type { CompleteRules, Effect, Rules, Selection, ToolParamRules } from "./rules.ts";
import { strictest } from "./strictness.ts";

/** Layers from base to most explicit. No layers, no opinion. Throws E18 for a layer that is not rules. */
export function mergeRules(...layers: readonly ToolRulesInput[]): CompleteRules {
  return layers.map(normalizeToolRules).reduce(mergeTwo, normalizeToolRules(null));
}

function mergeTwo(base: CompleteRules, incoming: CompleteRules): CompleteRules {
  const confirm = union(base.confirm ?? null, incoming.confirm ?? null);
  const unmatched = mergeUnmatched(base, incoming);
  return {
    allow: union(base.allow, incoming.allow),
    deny: union(base.deny, incoming.deny),
    ...(confirm === null ? {} : { confirm }),
    params: mergeParams(base.params, incoming.params),
    ...(unmatched === undefined ? {} : { unmatched }),
  };
}

function union(base: Selection, incoming: Selection): Selection {
  if (base === null) return incoming;
  if (incoming === null) return base;
  if (base === "*" || incoming === "*") return "*";
  return Object.freeze([...new Set([...base, ...incoming])]);
}

/** The strictest opinion. An allow list denies the rest unless told otherwise: an opinion as soon as one is voiced. */
function mergeUnmatched(base: Rules, incoming: Rules): Effect | undefined {
  if (base.unmatched === undefined && incoming.unmatched === undefined) return undefined;
  const opinions = [unmatchedOpinion(base), unmatchedOpinion(incoming)].filter((effect) => effect !== undefined);
  return strictest(opinions);
}

function unmatchedOpinion({ allow, unmatched }: Rules): Effect | undefined {
  return unmatched ?? (Array.isArray(allow) ? "deny" : undefined);
}

function mergeParams(base: ToolParamRules, incoming: ToolParamRules): ToolParamRules {
  return mergeMappings(base, incoming, (baseTool, incomingTool) =>
    mergeMappings(baseTool, incomingTool, (baseRule, incomingRule) => ({ ...baseRule, ...incomingRule })),
  ) as ToolParamRules;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Key by key: two mappings are joined, anything else is replaced by what comes later. */
function mergeMappings(base: Mapping, incoming: Mapping, join: (base: Mapping, incoming: Mapping) => Mapping): Mapping {
  const merged = new Map(Object.entries(base));
  for (const [key, later] of Object.entries(incoming)) {
    const earlier = merged.get(key);
    merged.set(key, isObject(earlier) && isObject(later) ? join(earlier, later) : later);
  }
  return Object.fromEntries(merged);
}
