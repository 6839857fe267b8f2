/**
 * Rules and subjects come from files, packages and plain JavaScript too. What the types promise is checked here, before
 * any rule is read, so that a value nobody can interpret never lets a call through.
 */
import { isObject, type JsonObject } from "../json/json.ts";
import type { PolicySubject, Rules } from "./rules.ts";
import { isReadableSelection } from "./selection.ts";

/** What is wrong with the question, or undefined when it can be answered. */
export function unreadablePart(rules: Rules, tool: PolicySubject, args: JsonObject | undefined): string | undefined {
  if (!isObject(rules)) return "the rules are not an object";
  if (rules.allow === undefined && rules.deny === undefined) return "the rules have neither allow nor deny";
  if (!isReadableSelection(rules.deny)) return 'deny is not null, "*" or a list';
  if (!isReadableSelection(rules.confirm)) return 'confirm is not null, "*" or a list';
  if (!isReadableSelection(rules.allow)) return 'allow is not null, "*" or a list';
  if (rules.params !== undefined && !isObject(rules.params)) return "params is not an object";
  if (!isObject(tool) || typeof tool.id !== "string") return "the tool has no id";
  const tags: unknown = tool.tags ?? tool.spec?.tags;
  if (tags !== undefined && !isListOfTexts(tags)) return "the tool's tags are not a list of texts";
  if (args !== undefined && !isObject(args)) return "the arguments are not an object";
  return undefined;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
