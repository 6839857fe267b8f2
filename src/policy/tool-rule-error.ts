/**
 * The eighteen failures of tool rules and their surroundings, worded to the letter of their specification. One table
 * holds every text; whoever raises one names the code and fills its placeholders.
 */
import { KigumiError } from "../errors/kigumi-error.ts";

export const TOOL_RULE_TEXTS = {
  E1: "[kantan-agents][E1] instructions is required",
  E2: "[kantan-agents][E2] Prompt.text must not be empty",
  E3: "[kantan-agents][E3] Prompt.name and Prompt.version must not be empty",
  E4: "[kantan-agents][E4] Tool must define name",
  E5: "[kantan-agents][E5] Context must be a dict",
  E6: "[kantan-agents][E6] Context history must be a list",
  E7: "[kantan-agents][E7] Tool provider must implement list_tools and get_tool_rules",
  E8: "[kantan-agents][E8] Tool is not allowed: {tool_name}",
  E9: "[kantan-agents][E9] Unknown ToolRulesMode: {mode}",
  E10: "[kantan-agents][E10] Tool input must be a JSON object",
  E11: "[kantan-agents][E11] Tool parameter type mismatch: {tool_name}.{param_name}",
  E12: "[kantan-agents][E12] Tool parameter enum mismatch: {tool_name}.{param_name}",
  E13: "[kantan-agents][E13] Tool parameter minLength mismatch: {tool_name}.{param_name}",
  E14: "[kantan-agents][E14] Tool parameter maxLength mismatch: {tool_name}.{param_name}",
  E15: "[kantan-agents][E15] Tool parameter pattern mismatch: {tool_name}.{param_name}",
  E16: "[kantan-agents][E16] Tool parameter minimum mismatch: {tool_name}.{param_name}",
  E17: "[kantan-agents][E17] Tool parameter maximum mismatch: {tool_name}.{param_name}",
  E18: "[kantan-agents][E18] Tool rules must be a dict",
} as const;

type Texts = typeof TOOL_RULE_TEXTS;
export type ToolRuleCode = keyof Texts;

type PlaceholderIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholderIn<Rest> : never;

/** What the text of a code leaves open: forgetting a placeholder does not compile. */
export type Placeholders<Code extends ToolRuleCode> = { readonly [Name in PlaceholderIn<Texts[Code]>]: string };

export class ToolRuleError extends KigumiError {
  declare readonly code: ToolRuleCode;
  /** The placeholders as they were filled, and whatever else the one who raised it knows. */
  declare readonly data: Readonly<Record<string, unknown>>;
}

export function toolRuleError<Code extends ToolRuleCode>(
  code: Code,
  placeholders: Placeholders<Code>,
  details: Readonly<Record<string, unknown>> = {},
): ToolRuleError {
  return new ToolRuleError({
    code,
    message: toolRuleText(code, placeholders),
    data: { ...details, ...placeholders },
  });
}

export function toolRuleText<Code extends ToolRuleCode>(code: Code, placeholders: Placeholders<Code>): string {
  const values: Readonly<Record<string, string>> = placeholders;
  // One pass with a function: a tool named "{param_name}" or "$&" is text, not a placeholder.
  return TOOL_RULE_TEXTS[code].replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
}
