/**
 * Who a rule speaks of when it names a tool. The SDK rewrites the names of its own function tools (`docs.search`
 * becomes `docs_search`), so a rule that spells the name as it was declared has to find them all the same: a deny that
 * misses its tool would be no deny.
 */
import { isObject } from "../json/json.ts";
import type { PolicySubject, Rules } from "../policy/rules.ts";
import { originOf } from "./kigumi-tool.ts";
import type { SdkTool } from "./sdk-types.ts";

/** The tool under each name that the rules have for it; under its own when they have none. Never empty. */
export function ruleSubjects(rules: Rules, tool: SdkTool): readonly PolicySubject[] {
  const own = originOf(tool);
  if (own !== undefined) return [own.spec];
  const tags = hostedServer(tool);
  if (tool.type !== "function") return [{ id: tool.name, tags }];
  const spellings = mentionedIds(rules).filter((id) => sdkSpelling(id) === tool.name);
  const ids = spellings.length === 0 ? [tool.name] : [...new Set(spellings)];
  return ids.map((id) => ({ id, tags }));
}

/** Every hosted MCP server is a tool named `hosted_mcp`; `tag:` and its label tells one from another. */
function hostedServer(tool: SdkTool): readonly string[] {
  const label: unknown = tool.type === "hosted_tool" ? tool.providerData?.server_label : undefined;
  return typeof label === "string" ? [label] : [];
}

function mentionedIds({ allow, deny, confirm, params }: Rules): readonly string[] {
  const selectors: unknown[] = [allow, deny, confirm].flat();
  const ids = selectors.map((selector) => (isObject(selector) ? selector.tool : selector));
  return [...ids, ...Object.keys(params ?? {})].filter((id) => typeof id === "string");
}

function sdkSpelling(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, "_");
}
