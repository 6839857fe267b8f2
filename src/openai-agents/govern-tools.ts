/**
 * Holds the tools of a turn to the rules of the run: what is denied is not shown to the model, a call is checked again
 * before it runs, and one that a rule wants confirmed waits for the SDK's approval. A tool that runs at the provider
 * cannot wait for anybody; a rule that asks about it hides it.
 */
import { attachClientToolSearchExecutor, getClientToolSearchExecutor } from "@openai/agents";
import type { AgentContext } from "./agent-context.ts";
import { governFunction } from "./govern-function.ts";
import type { OnToolRuleViolation } from "./rule-violation.ts";
import type { SdkHostedTool, SdkLocalTool, SdkRunContext, SdkTool } from "./sdk-types.ts";
import { isVisible, needsConfirmation, rulesIn } from "./tool-rules-in-context.ts";

export function governTools(
  tools: readonly SdkTool[],
  runContext: SdkRunContext,
  onViolation: OnToolRuleViolation,
): SdkTool[] {
  const rules = rulesIn(runContext);
  return tools
    .filter((tool) => isVisible(rules, tool))
    .map((tool) => {
      if (tool.type === "function") return governFunction(tool, rules, onViolation);
      return tool.type === "hosted_tool" ? governSearch(tool, onViolation) : governLocal(tool);
    });
}

/** A search that runs here may come back with tools that nobody listed: they are held to the rules like the others. */
function governSearch(tool: SdkHostedTool, onViolation: OnToolRuleViolation): SdkHostedTool {
  const search = getClientToolSearchExecutor<AgentContext>(tool);
  if (search === undefined) return tool;
  return attachClientToolSearchExecutor<AgentContext>({ ...tool }, async (asked) => {
    const found = (await search(asked)) ?? [];
    return governTools([found].flat(), asked.runContext, onViolation);
  });
}

/** A shell, an editor or a computer of this machine: the model knows them, and their calls run here. */
function governLocal(tool: SdkLocalTool): SdkLocalTool {
  const own: (runContext: SdkRunContext, ...call: never[]) => Promise<boolean> = tool.needsApproval;
  return Object.assign(
    { ...tool },
    {
      needsApproval: async (runContext: SdkRunContext, ...call: never[]) =>
        (await own(runContext, ...call)) || needsConfirmation(rulesIn(runContext), tool),
    },
  );
}
