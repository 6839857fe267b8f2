/** A source of tools that comes with rules for them: a package, or anything else with the two methods. */
import type { ToolRulesInput } from "../policy/normalize-tool-rules.ts";
import { toolRuleError } from "../policy/tool-rule-error.ts";

/** A tool of ours, of a vendor's SDK, or a named function: whatever the one who runs it understands. */
export interface ProvidedTool {
  readonly name: string;
}

export interface ToolProvider {
  listTools(): Iterable<ProvidedTool> | Promise<Iterable<ProvidedTool>>;
  /** Null when it has no opinion. */
  getToolRules(): ToolRulesInput | Promise<ToolRulesInput>;
}

/** Throws E7 unless both methods are there; `origin` says whose fault that is. */
export function asToolProvider(value: unknown, origin: Readonly<Record<string, unknown>> = {}): ToolProvider {
  if (!isToolProvider(value)) throw toolRuleError("E7", {}, origin);
  return value;
}

function isToolProvider(value: unknown): value is ToolProvider {
  if (typeof value !== "object" || value === null) return false;
  const { listTools, getToolRules } = value as Partial<ToolProvider>;
  return typeof listTools === "function" && typeof getToolRules === "function";
}
