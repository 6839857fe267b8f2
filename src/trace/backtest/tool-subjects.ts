/**
 * Finds the tool that a recorded name means. Traces hold ids or wire names and no tags, so ids come from the tools that
 * are given and from those the rules name, and the tags of any other tool are unknown.
 */
import { isObject } from "../../json/json.ts";
import { isPolicy, type Policy, type PolicySubject, type Rules, type Selection } from "../../policy/rules.ts";
import { TAG_PREFIX } from "../../policy/selector.ts";
import { wireNames } from "../../tool/wire-name.ts";

export interface RecordedTool {
  readonly id: string;
  /** Undefined when nobody knows them. */
  readonly tags?: readonly string[];
}

export function createToolSubjects(
  tools: readonly PolicySubject[],
  rules: readonly (Rules | Policy)[],
): (recordedName: string) => RecordedTool {
  const known = new Map(tools.map(({ id, tags, spec }) => [id, tags ?? spec?.tags ?? []]));
  const ids = new Set([...known.keys(), ...rules.flatMap(namedTools)]);
  const names = wireNames(ids);
  return (recordedName) => {
    const id = ids.has(recordedName) ? recordedName : (names.toId(recordedName) ?? recordedName);
    const tags = known.get(id);
    return tags === undefined ? { id } : { id, tags };
  };
}

/** The tags a set of rules looks at. */
export function namedTags(rules: Rules): readonly string[] {
  const texts = selectionsOf(rules).filter((selector) => typeof selector === "string");
  const tags = texts.filter((text) => text.startsWith(TAG_PREFIX)).map((text) => text.slice(TAG_PREFIX.length));
  return [...new Set(tags)];
}

/** Whether some selector asks for the arguments of this tool's calls. */
export function hasArgumentMatcher(rules: Rules, toolId: string): boolean {
  return selectionsOf(rules).some((selector) => isObject(selector) && selector.tool === toolId);
}

function namedTools(rules: Rules | Policy): string[] {
  if (isPolicy(rules)) return [];
  const selected = selectionsOf(rules).map((selector) => (isObject(selector) ? selector.tool : selector));
  const ids = selected.filter((id): id is string => typeof id === "string" && id !== "*" && !id.startsWith(TAG_PREFIX));
  return [...ids, ...Object.keys(rules.params ?? {})];
}

function selectionsOf({ allow, deny, confirm }: Rules): unknown[] {
  return [allow, deny, confirm].flatMap((selection: Selection | undefined): unknown[] =>
    typeof selection === "string" ? [selection] : [...(selection ?? [])],
  );
}
